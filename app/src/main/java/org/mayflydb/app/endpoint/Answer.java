package org.mayflydb.app.endpoint;

import java.net.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.server.protocol.WireHeaders;

/**
 * What an endpoint has answered.
 *
 * @param body not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Answer(int status, HttpHeaders headers, byte[] body) {

    public boolean isSuccess() {
        return status >= 200 && status < 300;
    }

    /** The value of a header, null if it is absent or empty. */
    public @Nullable String header(String name) {
        String value = headers.firstValue(name).orElse("");
        return value.isEmpty() ? null : value;
    }

    /** A number in a header, 0 if there is none. */
    public double number(String name) {
        String value = header(name);
        if (value == null) {
            return 0;
        }
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException notANumber) {
            return 0;
        }
    }

    public int subStatus() {
        return (int) number(WireHeaders.SUB_STATUS);
    }

    /** How many request units it has cost. */
    public double charge() {
        return number(WireHeaders.REQUEST_CHARGE);
    }

    /** Where the next page begins; null if this is the last. */
    public @Nullable String continuation() {
        return header(WireHeaders.CONTINUATION);
    }

    /** The body, which is an object in every answer that has one. */
    public JsonObject json() {
        try {
            if (JsonValue.parse(body) instanceof JsonObject object) {
                return object;
            }
        } catch (BadRequestException noJson) {
            throw EndpointException.notUnderstood(noJson);
        }
        throw EndpointException.notUnderstood(null);
    }

    /** A page of a list; {@code member} is the name that the list has in the answer. */
    ResultPage page(String member) {
        List<JsonValue> rows = new ArrayList<>();
        if (json().get(member) instanceof JsonArray array) {
            rows.addAll(array.elements());
        }
        return new ResultPage(rows, continuation(), charge());
    }
}
