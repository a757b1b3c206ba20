package org.mayflydb.query.syntax;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/**
 * The two shapes of an error about a query. One found before it runs points at the characters that are wrong; one found
 * while it runs has only a message.
 */
public final class SqlErrors {
    private static final String PREFIX = "Message: ";

    private SqlErrors() {}

    /** An error in the text itself, with the service's code; a few have none. */
    public static BadRequestException compile(@Nullable String code, Span span, String message) {
        return compile(List.of(error(code, span, message)));
    }

    public static BadRequestException compile(List<JsonObject> errors) {
        return wrapped(JsonObject.builder()
                .put("errors", new JsonArray(List.copyOf(errors)))
                .build());
    }

    /** One of several errors in a text. */
    public static JsonObject error(@Nullable String code, Span span, String message) {
        JsonObject location = JsonObject.builder()
                .put("start", span.start())
                .put("end", span.end())
                .build();
        JsonObject.Builder error = JsonObject.builder().put("severity", "Error").put("location", location);
        if (code != null) {
            error.put("code", code);
        }
        return error.put("message", message).build();
    }

    /** An ORDER BY that no index can follow: the only error without a location, and whose code is a number. */
    public static BadRequestException order() {
        return compile(List.of(JsonObject.builder()
                .put("severity", "Error")
                .put("code", JsonNumber.of(2206))
                .put(
                        "message",
                        "Unsupported ORDER BY clause. ORDER BY item expression could not be mapped to a document path.")
                .build()));
    }

    public static BadRequestException syntax(Span span, String near) {
        return compile("SC1001", span, "Syntax error, incorrect syntax near '" + near + "'.");
    }

    /** An error that only running the query, or its container, brings to light. */
    public static BadRequestException run(String message) {
        return wrapped(JsonObject.builder()
                .put("Errors", JsonArray.of(new JsonString(message)))
                .build());
    }

    /** The errors of a text that is part of a larger one: without locations, and with codes that are numbers. */
    public static String withoutLocations(BadRequestException failure) {
        String message = String.valueOf(failure.getMessage());
        if (!message.startsWith(PREFIX)
                || !(JsonObject.ofText(bytes(message)).get("errors") instanceof JsonArray array)) {
            return message;
        }
        List<JsonValue> errors = new ArrayList<>();
        for (JsonValue error : array.elements()) {
            JsonObject bare = ((JsonObject) error).without("location");
            errors.add(
                    bare.get("code") instanceof JsonString code && code.value().startsWith("SC")
                            ? bare.with(
                                    "code",
                                    JsonNumber.of(Integer.parseInt(code.value().substring(2))))
                            : bare);
        }
        return JsonObject.builder().put("errors", new JsonArray(errors)).build().toString();
    }

    private static byte[] bytes(String message) {
        return message.substring(PREFIX.length()).getBytes(StandardCharsets.UTF_8);
    }

    private static BadRequestException wrapped(JsonObject errors) {
        return new BadRequestException(PREFIX + errors);
    }
}
