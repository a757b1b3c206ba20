package org.mayflydb.server.admin;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Set;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.MovableClock;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/**
 * Shows and moves the clock: {@code {"advanceSeconds": 7776000}}, also a negative number, or {@code {"set":
 * "2027-01-01T00:00:00Z"}}. Time stamps, expiry and resource tokens follow it at once.
 */
public final class ClockCommand implements AdminCommand {
    private static final Set<String> MEMBERS = Set.of("advanceSeconds", "set");

    private final MovableClock clock;
    private final boolean durable;

    /** @param durable whether the data outlives the process, so that who moves the clock knows what it does to whom */
    public ClockCommand(MovableClock clock, boolean durable) {
        this.clock = clock;
        this.durable = durable;
    }

    @Override
    public JsonObject show() {
        Instant now = clock.instant();
        return JsonObject.builder()
                .put("now", now.toString())
                .put("epochSeconds", now.getEpochSecond())
                .put("shiftSeconds", clock.shift().toSeconds())
                .put("store", durable ? "disk" : "memory")
                .build();
    }

    @Override
    public JsonObject run(JsonObject parameters) {
        JsonValue advance = parameters.get("advanceSeconds");
        JsonValue set = parameters.get("set");
        for (String name : parameters.members().keySet()) {
            if (!MEMBERS.contains(name)) {
                throw new BadRequestException("There is no parameter '" + name + "' here.");
            }
        }
        if (advance instanceof JsonNumber seconds && seconds.isIntegral() && set == null) {
            clock.advance(Duration.ofSeconds((long) seconds.doubleValue()));
        } else if (set instanceof JsonString text && advance == null) {
            clock.set(instant(text.value()));
        } else {
            throw new BadRequestException(
                    "The clock is moved with {\"advanceSeconds\": n} or {\"set\": \"2027-01-01T00:00:00Z\"}.");
        }
        return show();
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException malformed) {
            throw new BadRequestException("'" + text + "' is no time such as 2027-01-01T00:00:00Z.");
        }
    }
}
