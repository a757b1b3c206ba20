package org.mayflydb.clients;

import java.util.Locale;

/** How a client talks to the server, which understands both on one port. */
enum Scheme {
    HTTP,
    HTTPS;

    String prefix() {
        return name().toLowerCase(Locale.ROOT) + "://";
    }
}
