package org.mayflydb.server.admin;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Set;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.MovableClock;
import org.mayflydb.base.UnsupportedException;
import org.mayflydb.database.Engine;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/**
 * Shows and moves the clock: {@code {"advanceSeconds": 7776000}}, also a negative number, or {@code {"set":
 * "2027-01-01T00:00:00Z"}}. Time stamps, expiry and resource tokens follow it at once. {@code {"accept": true}} trusts a
 * machine's clock that has jumped ahead, so that deletion continues.
 */
public final class ClockEndpoint implements AdminEndpoint {
    private static final Set<String> MEMBERS = Set.of("accept", "advanceSeconds", "set");

    private final MovableClock clock;
    private final Engine engine;

    public ClockEndpoint(MovableClock clock, Engine engine) {
        this.clock = clock;
        this.engine = engine;
    }

    @Override
    public JsonObject show(QueryParameters parameters) {
        return state();
    }

    private JsonObject state() {
        Instant now = clock.instant();
        return JsonObject.builder()
                .put("now", now.toString())
                .put("epochSeconds", now.getEpochSecond())
                .put("shiftSeconds", clock.shift().toSeconds())
                .put("store", engine.store().isDurable() ? "disk" : "memory")
                .put("suspect", JsonBoolean.of(engine.time().isSuspect()))
                .put("jumpSeconds", engine.time().ahead().toSeconds())
                .put("acceptedInSeconds", engine.time().graceLeft().toSeconds())
                .build();
    }

    @Override
    public JsonObject run(JsonObject parameters) {
        JsonValue advance = parameters.get("advanceSeconds");
        JsonValue set = parameters.get("set");
        JsonValue accept = parameters.get("accept");
        if (engine.isShared()) {
            throw new UnsupportedException("Moving the clock of servers that share a store");
        }
        for (String name : parameters.members().keySet()) {
            if (!MEMBERS.contains(name)) {
                throw new BadRequestException("There is no parameter '" + name + "' here.");
            }
        }
        if (accept instanceof JsonBoolean wanted && wanted.value() && advance == null && set == null) {
            engine.time().accept();
        } else if (accept != null) {
            throw usage();
        } else if (advance instanceof JsonNumber seconds && seconds.isIntegral() && set == null) {
            clock.advance(Duration.ofSeconds((long) seconds.doubleValue()));
        } else if (set instanceof JsonString text && advance == null) {
            clock.set(instant(text.value()));
        } else {
            throw usage();
        }
        return state();
    }

    private static BadRequestException usage() {
        return new BadRequestException(
                "Pass {\"advanceSeconds\": n} or {\"set\": \"2027-01-01T00:00:00Z\"} to move the clock, or {\"accept\":"
                        + " true} to trust a machine's clock that has jumped ahead.");
    }

    static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException malformed) {
            throw new BadRequestException("'" + text + "' is not a time such as 2027-01-01T00:00:00Z.");
        }
    }
}
