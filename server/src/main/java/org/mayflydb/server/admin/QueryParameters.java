package org.mayflydb.server.admin;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;

/** The query string of a request: {@code id=a&partitionKey=%5B%22p%22%5D}. */
public final class QueryParameters {
    private final Map<String, String> values;

    private QueryParameters(Map<String, String> values) {
        this.values = values;
    }

    /**
     * Reads a query string. A parameter that is not known is a bad request, and so is one that comes twice: nothing is
     * ignored.
     */
    static QueryParameters parse(String query, Set<String> known) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String pair : query.split("&", -1)) {
            if (pair.isEmpty()) {
                continue;
            }
            int equals = pair.indexOf('=');
            String name = decode(equals < 0 ? pair : pair.substring(0, equals));
            if (!known.contains(name)) {
                throw new BadRequestException("There is no parameter '" + name + "' here.");
            }
            if (values.put(name, equals < 0 ? "" : decode(pair.substring(equals + 1))) != null) {
                throw new BadRequestException("The parameter '" + name + "' is given twice.");
            }
        }
        return new QueryParameters(values);
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            throw new BadRequestException("The query string has a broken percent-encoding.");
        }
    }

    /** The value, or null if it is not given. */
    @Nullable
    String find(String name) {
        return values.get(name);
    }

    String required(String name) {
        String value = find(name);
        if (value == null) {
            throw new BadRequestException("The parameter '" + name + "' is missing.");
        }
        return value;
    }

    /** A whole number between two bounds, or the default if it is not given. */
    int number(String name, int defaultValue, int min, int max) {
        String value = find(name);
        if (value == null) {
            return defaultValue;
        }
        try {
            int number = Integer.parseInt(value);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // refused below, like a number out of bounds
        }
        throw new BadRequestException(
                "The parameter '" + name + "' is a whole number between " + min + " and " + max + ".");
    }
}
