package org.mayflydb.server.protocol;

import java.net.SocketAddress;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A request without its transport.
 *
 * @param path percent-encoded as it came, without scheme, host and query string
 * @param headers looked up without regard to letter case
 * @param body whole; empty if there is none. Not to be changed.
 * @param origin scheme and authority under which the client reached the server, such as {@code https://localhost:8081}
 * @param query what follows the question mark, percent-encoded as it came; empty if there is none
 * @param peer the address that the request came from; null if it came over no network
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record WireRequest(
        Verb verb,
        String path,
        HeaderSource headers,
        byte[] body,
        String origin,
        String query,
        @Nullable SocketAddress peer) {

    /** A request without a query string, as those of the service's clients are. */
    public WireRequest(Verb verb, String path, HeaderSource headers, byte[] body, String origin) {
        this(verb, path, headers, body, origin, "");
    }

    /** A request that came over no network. */
    public WireRequest(Verb verb, String path, HeaderSource headers, byte[] body, String origin, String query) {
        this(verb, path, headers, body, origin, query, null);
    }

    /** The same request with another body. */
    public WireRequest withBody(byte[] other) {
        return new WireRequest(verb, path, headers, other, origin, query, peer);
    }

    private static final String DATABASES = "/dbs/";
    private static final String QUERY_TYPE = "application/query+json";

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
     * Returns true if a POST asks a question, or for the plan of one, instead of creating something. Other verbs never
     * do, whatever their headers say. The one place that decides it: access is granted by the same word that the routes
     * go by.
     */
    public boolean isQuery() {
        if (verb != Verb.POST) {
            return false;
        }
        String contentType = header(WireHeaders.CONTENT_TYPE);
        return flag(WireHeaders.IS_QUERY)
                || flag(WireHeaders.QUERY)
                || flag(WireHeaders.IS_QUERY_PLAN)
                || (contentType != null && contentType.regionMatches(true, 0, QUERY_TYPE, 0, QUERY_TYPE.length()));
    }

    /** Returns true if a POST asks for the plan of a query, which holds no data. */
    public boolean isQueryPlan() {
        return verb == Verb.POST && flag(WireHeaders.IS_QUERY_PLAN);
    }

    /**
     * Returns true if the answer may be as large as a page of items: this is a list below a database, a query or a batch.
     * A list is known by the number of segments of its path, so that it costs nothing.
     */
    public boolean mayAnswerMuch() {
        return switch (verb) {
            case GET -> path.startsWith(DATABASES) && isList();
            case POST -> isQuery() || isBatch();
            default -> false;
        };
    }

    private boolean isList() {
        int segments = 0;
        for (int i = 1; i < path.length(); i++) {
            if (path.charAt(i) != '/' && path.charAt(i - 1) == '/') {
                segments++;
            }
        }
        return segments % 2 == 1;
    }

    /** Returns true if a POST carries a batch of operations. */
    public boolean isBatch() {
        return verb == Verb.POST && flag(WireHeaders.IS_BATCH);
    }

    /**
     * Returns true if one of our own headers is true. Some clients send only headers that begin with {@code x-ms-}, so
     * each has a second name: {@code x-ms-mayfly-…}.
     */
    public boolean ownFlag(String name) {
        return flag(name) || flag(WireHeaders.alias(name));
    }

    /** Whether a header says true, in whatever letter case the client writes it. */
    public boolean flag(String name) {
        return "true".equalsIgnoreCase(headers.get(name));
    }
}
