package org.mayflydb.server.protocol;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A request without its transport.
 *
 * @param path percent-encoded as it came, without scheme, host and query string
 * @param query what follows the question mark, percent-encoded as it came; empty if nothing does
 * @param headers looked up without regard to letter case
 * @param body whole; empty if there is none. Not to be changed.
 * @param origin scheme and authority under which the client reached the server, such as {@code https://localhost:8081}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record WireRequest(Verb verb, String path, String query, HeaderSource headers, byte[] body, String origin) {

    private static final String QUERY_TYPE = "application/query+json";

    /** A request without a query string, as nearly all are. */
    public WireRequest(Verb verb, String path, HeaderSource headers, byte[] body, String origin) {
        this(verb, path, "", headers, body, origin);
    }

    /** The methods that are in use. */
    public enum Verb {
        GET,
        POST,
        PUT,
        PATCH,
        DELETE,
        HEAD;

        /** As it is signed. */
        public String lowerCase() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Where header values come from. */
    @FunctionalInterface
    public interface HeaderSource {
        @Nullable
        String get(String name);
    }

    /** The value of a header, null if it is absent or empty: some clients send empty ones for "none". */
    public @Nullable String header(String name) {
        String value = headers.get(name);
        return value == null || value.isEmpty() ? null : value;
    }

    /**
     * Whether a POST to a list asks a question, or for the plan of one, instead of creating something. The one place
     * that decides it: who may only read is let through by the same word that the routes go by.
     */
    public boolean isQuery() {
        String contentType = header(WireHeaders.CONTENT_TYPE);
        return flag(WireHeaders.IS_QUERY)
                || flag(WireHeaders.QUERY)
                || flag(WireHeaders.IS_QUERY_PLAN)
                || (contentType != null && contentType.regionMatches(true, 0, QUERY_TYPE, 0, QUERY_TYPE.length()));
    }

    /** Whether a header says true, in whatever letter case the client writes it. */
    public boolean flag(String name) {
        return "true".equalsIgnoreCase(headers.get(name));
    }
}
