package org.mayflydb.server.route;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/**
 * What a client asks: the body of a query, and of a request for a plan.
 *
 * @param parameters by name, with the sign; one without a value is undefined and left out
 * @param resumeFilter where a client resumes that merges sorted partitions by itself; null if it does not
 */
record QueryBody(
        String text,
        Map<String, JsonValue> parameters,
        @Nullable JsonValue resumeFilter) {

    static QueryBody read(Exchange exchange) {
        JsonObject body = exchange.jsonBody();
        if (!(body.get("query") instanceof JsonString query)) {
            throw new BadRequestException("The input content is invalid: a query has a member 'query'.");
        }
        JsonValue resumeFilter = body.get("resumeFilter");
        return new QueryBody(query.value(), parameters(body), resumeFilter instanceof JsonNull ? null : resumeFilter);
    }

    private static Map<String, JsonValue> parameters(JsonObject body) {
        JsonValue given = body.get("parameters");
        Map<String, JsonValue> parameters = new LinkedHashMap<>();
        if (given == null || given instanceof JsonNull) {
            return parameters;
        }
        if (!(given instanceof JsonArray array)) {
            throw new BadRequestException("The input content is invalid: the parameters of a query are an array.");
        }
        for (JsonValue element : array.elements()) {
            if (!(element instanceof JsonObject parameter && parameter.get("name") instanceof JsonString name)) {
                throw new BadRequestException("The input content is invalid: a parameter of a query has a name.");
            }
            JsonValue value = parameter.get("value");
            if (value != null) {
                parameters.put(name.value(), value);
            }
        }
        return parameters;
    }
}
