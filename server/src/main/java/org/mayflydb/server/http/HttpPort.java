package org.mayflydb.server.http;

import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.transport.ServerMemory;

/**
 * What all connections of a port share.
 *
 * @param defaultHost with its port, for requests that name none
 * @param hosts by which the server may be addressed
 * @param memory what all connections may hold together
 */
record HttpPort(
        RequestHandler handler,
        HttpLimits limits,
        HttpEncoder encoder,
        String defaultHost,
        HostRule hosts,
        ServerMemory memory) {}
