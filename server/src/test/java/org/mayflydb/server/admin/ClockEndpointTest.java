package org.mayflydb.server.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.Machine;
import org.mayflydb.base.MovableClock;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.database.StepTimer;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.storage.memory.MemoryStore;

/** A machine's clock that has jumped ahead, as operators see it. */
class ClockEndpointTest {
    private final Machine machine = new Machine();
    private final Engine engine = Engine.open(
            new MemoryStore(),
            EngineSettings.defaults()
                    .withClock(machine)
                    .withClockRules(machine.rules())
                    .withPurgeTimer(StepTimer.NEVER));
    private final ClockEndpoint command = new ClockEndpoint(MovableClock.ticking(), engine);

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void trustedClockIsShownAsSuch() {
        assertThat(show().toString()).contains("\"suspect\":false,\"jumpSeconds\":0,\"acceptedInSeconds\":0");
    }

    @Test
    void jumpIsShownWithTheTimeAfterWhichItIsAccepted() {
        machine.step(3600);
        assertThat(show().toString()).contains("\"suspect\":true,\"jumpSeconds\":3600,\"acceptedInSeconds\":600");
        machine.pass(100);
        assertThat(show().toString()).contains("\"acceptedInSeconds\":500");
    }

    @Test
    void acceptingTrustsTheClock() {
        machine.step(3600);
        show();
        assertThat(run("{\"accept\":true}").toString()).contains("\"suspect\":false");
        assertThat(engine.time().isSuspect()).isFalse();
    }

    @Test
    void acceptingTogetherWithAMoveIsRefused() {
        machine.step(3600);
        assertThatThrownBy(() -> run("{\"accept\":true,\"advanceSeconds\":1}")).isInstanceOf(BadRequestException.class);
        assertThatThrownBy(() -> run("{\"accept\":false}")).isInstanceOf(BadRequestException.class);
        assertThat(engine.time().isSuspect()).isTrue();
    }

    private JsonObject show() {
        return command.show(QueryParameters.parse("", command.parameters()));
    }

    private JsonObject run(String body) {
        return command.run((JsonObject) JsonValue.parse(body));
    }
}
