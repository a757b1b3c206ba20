package org.mayflydb.server.route;

import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.charge.Throughput;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;

/** The throughput that a client asks for when it creates a database or a container. */
final class ThroughputHeaders {
    private ThroughputHeaders() {}

    static @Nullable Throughput read(WireRequest request) {
        String manual = request.header(WireHeaders.OFFER_THROUGHPUT);
        String autoscale = request.header(WireHeaders.AUTOPILOT_SETTINGS);
        if (manual != null && autoscale != null) {
            throw new BadRequestException("A throughput is either fixed or autoscale, not both.");
        }
        if (manual != null) {
            return Throughput.manual(number(JsonValue.parse(manual)));
        }
        if (autoscale == null) {
            return null;
        }
        JsonValue settings = JsonValue.parse(autoscale);
        return Throughput.autoscale(number(settings instanceof JsonObject object ? object.get("maxThroughput") : null));
    }

    static int number(@Nullable JsonValue value) {
        if (value instanceof JsonNumber number
                && number.isIntegral()
                && Math.abs(number.doubleValue()) <= Integer.MAX_VALUE) {
            return (int) number.doubleValue();
        }
        throw new BadRequestException("A throughput is a whole number of request units per second.");
    }
}
