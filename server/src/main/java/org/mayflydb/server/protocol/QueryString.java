package org.mayflydb.server.protocol;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;

/** The parameters behind the question mark of a request, by name, each percent-decoded once. */
public final class QueryString {
    private final Map<String, String> values = new HashMap<>();

    private QueryString() {}

    /** Reads {@code a=1&b=2}; of a name that is repeated the last value counts. */
    public static QueryString parse(String text) {
        QueryString parsed = new QueryString();
        if (!text.isEmpty()) {
            for (String part : text.split("&", -1)) {
                int equals = part.indexOf('=');
                if (equals >= 0) {
                    parsed.values.put(decode(part.substring(0, equals)), decode(part.substring(equals + 1)));
                }
            }
        }
        return parsed;
    }

    public @Nullable String get(String name) {
        return values.get(name);
    }

    /** Unlike in forms, a plus is a plus: it is a digit of resource ids. */
    private static String decode(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException broken) {
            throw new BadRequestException("The query string of the request has a broken percent-encoding.");
        }
    }
}
