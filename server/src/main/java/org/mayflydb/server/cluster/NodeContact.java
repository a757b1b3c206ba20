package org.mayflydb.server.cluster;

import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/**
 * How a server is reached, as its node record says it.
 *
 * @param name of the server, for people
 * @param host that clients and other servers use
 * @param httpPort of the gateway
 * @param directPort for clients in direct mode; 0 if there is none
 * @param nodePort for other servers
 * @param fingerprint of the certificate that it shows to them
 */
record NodeContact(String name, String host, int httpPort, int directPort, int nodePort, String fingerprint) {
    private static final int PORT_MAX = 65_535;

    String text() {
        return JsonObject.builder()
                .put("name", name)
                .put("host", host)
                .put("httpPort", httpPort)
                .put("directPort", directPort)
                .put("nodePort", nodePort)
                .put("fingerprint", fingerprint)
                .build()
                .toString();
    }

    /** Returns null if the server is not reached by others, or not by servers of this version. */
    static @Nullable NodeContact read(String text) {
        if (text.isEmpty()) {
            return null;
        }
        try {
            if (JsonValue.parse(text) instanceof JsonObject json) {
                return new NodeContact(
                        string(json, "name"),
                        string(json, "host"),
                        port(json, "httpPort"),
                        port(json, "directPort"),
                        port(json, "nodePort"),
                        string(json, "fingerprint"));
            }
            return null;
        } catch (BadRequestException unknownForm) {
            return null;
        }
    }

    private static String string(JsonObject json, String name) {
        if (json.get(name) instanceof JsonString text) {
            return text.value();
        }
        throw new BadRequestException("A contact lacks " + name);
    }

    private static int port(JsonObject json, String name) {
        if (json.get(name) instanceof JsonNumber number
                && number.isIntegral()
                && number.doubleValue() >= 0
                && number.doubleValue() <= PORT_MAX) {
            return (int) number.doubleValue();
        }
        throw new BadRequestException("A contact lacks " + name);
    }
}
