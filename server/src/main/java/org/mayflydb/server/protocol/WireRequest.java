package org.mayflydb.server.protocol;

import java.net.SocketAddress;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A request without its transport.
 *
 * @param path percent-encoded as it came, without scheme, host and query string
 * @param headers looked up without regard to letter case
 * @param body whole, empty if there is none, or {@link #NOT_READ}. Not to be changed.
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

    /** Stands for the body of a request of which only the head has arrived. */
    public static final byte[] NOT_READ = {};

    /** What a list, a query or a batch may answer with. */
    public static final long PAGE_BYTES_MAX = 4 << 20;

    private static final long ITEM_BYTES_MAX = 2 << 20;
    private static final String DATABASES = "/dbs/";
    private static final String QUERY_TYPE = "application/query+json";

    /** Returns true if only the head of the request has arrived. */
    @SuppressWarnings("ReferenceEquality") // an empty body is another one
    public boolean isHead() {
        return body == NOT_READ;
    }

    /** The same request with another body. */
    public WireRequest withBody(byte[] other) {
        return new WireRequest(verb, path, headers, other, origin, query, peer);
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

        /** Visits all names and values, where the request can be passed on to another server. */
        default void each(BiConsumer<String, String> visitor) {
            throw new UnsupportedOperationException("these headers cannot be listed");
        }
    }

    /** The same request with other values of some headers; an empty value stands for none. */
    public WireRequest withHeaders(Map<String, String> others) {
        return new WireRequest(verb, path, new OverlaidHeaders(headers, others), body, origin, query, peer);
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
     * How large the answer may be, or what is read to find it; 0 if it need not be counted, because a connection has no other
     * under way while it is made. Lists are known by the number of segments of their path, so that it costs nothing.
     */
    public long answerBytesMax() {
        boolean large = switch (verb) {
            case GET -> path.startsWith(DATABASES) && isList();
            case POST -> isQuery() || isBatch();
            default -> false;
        };
        if (large || mayNameResourceId()) {
            return PAGE_BYTES_MAX;
        }
        return verb == Verb.PATCH && header(WireHeaders.PREFER) == null ? ITEM_BYTES_MAX : 0;
    }

    /** Resource ids of items end like this. Finding one is reading a part of a container. */
    private boolean mayNameResourceId() {
        int end = path.endsWith("/") ? path.length() - 1 : path.length();
        return path.regionMatches(end - 2, "==", 0, 2) || path.regionMatches(true, end - 6, "%3D%3D", 0, 6);
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
