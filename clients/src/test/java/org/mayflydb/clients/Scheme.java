package org.mayflydb.clients;

import com.azure.cosmos.CosmosClientBuilder;

/** How a client talks to the server, which understands the first two on one port. */
enum Scheme {
    HTTP,
    HTTPS,
    /** Over HTTPS where clients always use the gateway, and else straight to the partitions. */
    DIRECT;

    String prefix() {
        return this == HTTP ? "http://" : "https://";
    }

    /** A builder for a client that talks like that. */
    CosmosClientBuilder apply(CosmosClientBuilder builder) {
        return this == DIRECT ? builder.directMode() : builder.gatewayMode();
    }
}
