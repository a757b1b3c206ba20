package org.mayflydb.server.route;

import java.util.function.IntSupplier;

/**
 * Where clients find partitions in direct mode.
 *
 * @param advertisedHost the host that clients are told; {@value #ANY_HOST} leaves it to them
 * @param port 0 if there is no direct mode; asked for every answer, because the system may choose it late
 */
public record DirectEndpoint(String advertisedHost, IntSupplier port) {
    private static final String ANY_HOST = "localhost";

    /**
     * The host for a client: the one that was configured, else the one by which it has reached the gateway, since that
     * is one it can reach. The Java client refuses addresses of IPv6 here, so names stand in for these.
     *
     * @param origin scheme, host and port of the client's request
     */
    String hostFor(String origin) {
        if (!advertisedHost.equals(ANY_HOST)) {
            return advertisedHost;
        }
        int start = origin.indexOf("://") + 3;
        int colon = origin.indexOf(':', start);
        String host = origin.substring(start, colon < 0 ? origin.length() : colon);
        return host.isEmpty() || host.startsWith("[") ? advertisedHost : host;
    }
}
