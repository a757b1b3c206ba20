package org.mayflydb.server;

import java.util.OptionalInt;
import org.mayflydb.server.admin.HealthHandler;
import org.mayflydb.server.admin.Readiness;
import org.mayflydb.server.explorer.ExplorerHome;
import org.mayflydb.server.http.HttpServer;
import org.mayflydb.server.http.RoutingGateway;
import org.mayflydb.server.protocol.RequestHandler;

/**
 * Ports for HTTP besides the main one.
 *
 * @param probe for health probes alone; empty if there is none
 * @param explorer that opens the explorer; empty if there is none
 * @param routing that refuses the ids that Azure's routing gateway refuses; empty if there is none
 */
public record ExtraPorts(OptionalInt probe, OptionalInt explorer, OptionalInt routing) {
    public static final ExtraPorts NONE = new ExtraPorts(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty());

    /** Listens on the ports that are asked for, and returns those that the system has chosen. */
    ExtraPorts listen(HttpServer http, Readiness readiness, RequestHandler handler) {
        return new ExtraPorts(
                listen(http, probe, HealthHandler.alone(readiness)),
                listen(http, explorer, new ExplorerHome(handler)),
                listen(http, routing, new RoutingGateway(handler)));
    }

    private static OptionalInt listen(HttpServer http, OptionalInt port, RequestHandler handler) {
        return port.isEmpty() ? port : OptionalInt.of(http.alsoListen(port.getAsInt(), handler));
    }
}
