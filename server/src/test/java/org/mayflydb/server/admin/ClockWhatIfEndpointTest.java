package org.mayflydb.server.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.Machine;
import org.mayflydb.base.MovableClock;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Database;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.item.expiry.ReadBudget;

/** What a move of the clock would expire, as operators see it before they move it. */
class ClockWhatIfEndpointTest {
    private final Machine machine = new Machine();
    private final MovableClock clock = MovableClock.startingAt(machine.instant());
    private final Mayfly mayfly =
            Mayfly.builder().clock(clock).backgroundPurge(false).inMemory();
    private final Database database = mayfly.createDatabase("shop");
    private final Container orders = database.createContainer(
            ContainerSpec.named("orders").partitionKey("/customer").defaultTtlSeconds(3600));
    private final Container sessions = database.createContainer(
            ContainerSpec.named("sessions").partitionKey("/user").defaultTtlSeconds(-1));

    @AfterEach
    void close() {
        mayfly.close();
    }

    @Test
    void everyContainerThatWouldLoseItemsIsShownWithThoseThatExpireFirst() {
        orders.create("{\"id\":\"o1\",\"customer\":\"ann\"}");
        orders.create("{\"id\":\"o2\",\"customer\":\"bob\",\"ttl\":-1}");
        sessions.create("{\"id\":\"s1\",\"user\":\"u\",\"ttl\":60}");
        sessions.create("{\"id\":\"s2\",\"user\":\"u\",\"ttl\":61}");
        String answer = show("advanceSeconds=3600");
        assertThat(answer)
                .startsWith("{\"now\":" + Machine.START + ",\"target\":" + (Machine.START + 3600) + ",\"items\":3,")
                .contains("\"complete\":true")
                .contains("\"containers\":[{\"database\":\"shop\",\"container\":\"sessions\",\"items\":2,")
                .contains("\"firstDeadline\":" + (Machine.START + 60))
                .contains("\"examples\":[{\"id\":\"s1\",\"partitionKey\":[\"u\"],\"deadline\":" + (Machine.START + 60))
                .contains("{\"database\":\"shop\",\"container\":\"orders\",\"items\":1,")
                .endsWith("\"containersLeftOut\":0}")
                .doesNotContain("o2");
    }

    @Test
    void nothingIsChanged() {
        sessions.create("{\"id\":\"s1\",\"user\":\"u\",\"ttl\":60}");
        show("set=2099-01-01T00:00:00Z");
        assertThat(clock.instant()).isEqualTo(machine.instant());
        assertThat(sessions.list(10).items()).hasSize(1);
    }

    @Test
    void movingBackExpiresNothing() {
        sessions.create("{\"id\":\"s1\",\"user\":\"u\",\"ttl\":60}");
        assertThat(show("advanceSeconds=-3600")).contains("\"items\":0,").contains("\"containers\":[]");
        assertThat(show("set=2020-01-01T00:00:00Z")).contains("\"items\":0,");
    }

    @Test
    void whatIsDeletedWhenTheClockIsTrustedIsWhatHasExpired() {
        sessions.create("{\"id\":\"s1\",\"user\":\"u\",\"ttl\":60}");
        sessions.create("{\"id\":\"s2\",\"user\":\"u\",\"ttl\":6000}");
        assertThat(show("accept=true")).contains("\"items\":0,");
        clock.advance(Duration.ofSeconds(100));
        assertThat(show("accept=true")).contains("\"items\":1,").contains("\"id\":\"s1\"");
    }

    @Test
    void aCountThatIsCutShortSaysSo() {
        for (int i = 0; i < 5; i++) {
            orders.create("{\"id\":\"o" + i + "\",\"customer\":\"ann\"}");
            sessions.create("{\"id\":\"s" + i + "\",\"user\":\"u\",\"ttl\":60}");
        }
        assertThat(show("advanceSeconds=3600", 7))
                .contains("\"items\":7,")
                .contains("\"complete\":false,\"containers\"");
        assertThat(show("advanceSeconds=3600", 5))
                .as("the second container is not looked at")
                .contains("\"items\":5,")
                .contains("\"complete\":false,\"containers\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "advanceSeconds=soon",
                "advanceSeconds=1&set=2027-01-01T00:00:00Z",
                "set=tomorrow",
                "accept=false",
                "accept=true&advanceSeconds=1",
                "seconds=1",
                "advanceSeconds=9000000000000"
            })
    void requestsThatMakeNoSenseAreRefused(String query) {
        assertThatThrownBy(() -> show(query)).isInstanceOf(BadRequestException.class);
    }

    private String show(String query) {
        return show(query, 1000);
    }

    private String show(String query, long entriesMax) {
        ClockWhatIfEndpoint command = new ClockWhatIfEndpoint(
                clock, mayfly.engine(), () -> new ReadBudget(entriesMax, Duration.ofDays(1), () -> 0));
        return command.show(QueryParameters.parse(query, command.parameters())).toString();
    }
}
