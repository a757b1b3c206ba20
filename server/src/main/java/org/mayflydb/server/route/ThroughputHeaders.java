package org.mayflydb.server.route;

import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.charge.Throughput;
import org.mayflydb.json.JsonNull;
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
        return autoscale(JsonValue.parse(autoscale) instanceof JsonObject settings ? settings : JsonObject.empty());
    }

    /** The settings of autoscale, as they are sent with a new resource and in an offer. */
    static Throughput autoscale(JsonObject settings) {
        JsonValue policy = member(member(settings, "autoUpgradePolicy"), "throughputPolicy");
        JsonValue percent = member(policy, "incrementPercent");
        return Throughput.autoscale(number(settings.get("maxThroughput")), percent == null ? null : number(percent));
    }

    private static @Nullable JsonValue member(@Nullable JsonValue of, String name) {
        JsonValue value = of instanceof JsonObject object ? object.get(name) : null;
        return value instanceof JsonNull ? null : value;
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
