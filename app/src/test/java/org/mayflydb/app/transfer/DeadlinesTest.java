package org.mayflydb.app.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

class DeadlinesTest {
    private static final InstantSource NOW = InstantSource.fixed(Instant.ofEpochSecond(1_000_000));

    private static @Nullable JsonObject keep(@Nullable JsonValue sourceDefault, String item) {
        return new Deadlines(sourceDefault, NOW).keep((JsonObject) JsonValue.parse(item));
    }

    private static @Nullable JsonObject keep(long sourceDefault, String item) {
        return keep(JsonNumber.of(sourceDefault), item);
    }

    @Test
    void itemGetsTheSecondsThatItHasLeft() {
        assertThat(keep(100, "{\"_ts\":999960}")).hasToString("{\"_ts\":999960,\"ttl\":60}");
        assertThat(keep(100, "{\"_ts\":999960,\"ttl\":null}")).hasToString("{\"_ts\":999960,\"ttl\":60}");
        assertThat(keep(-1, "{\"ttl\":50,\"_ts\":999960}")).hasToString("{\"ttl\":10,\"_ts\":999960}");
    }

    @Test
    void itemIsLeftOutFromTheSecondOfItsDeadlineOn() {
        assertThat(keep(41, "{\"_ts\":999960}")).hasToString("{\"_ts\":999960,\"ttl\":1}");
        assertThat(keep(40, "{\"_ts\":999960}")).isNull();
        assertThat(keep(1000, "{\"_ts\":999960,\"ttl\":3}")).isNull();
    }

    @Test
    void itemWithoutADeadlineStaysAsItIs() {
        assertThat(keep(5, "{\"_ts\":1,\"ttl\":-1}")).hasToString("{\"_ts\":1,\"ttl\":-1}");
        assertThat(keep(-1, "{\"_ts\":1}")).hasToString("{\"_ts\":1}");
        assertThat(keep(null, "{\"_ts\":1,\"ttl\":5}")).hasToString("{\"_ts\":1,\"ttl\":5}");
        assertThat(keep(JsonNull.NULL, "{\"_ts\":1,\"ttl\":5}")).hasToString("{\"_ts\":1,\"ttl\":5}");
    }

    @Test
    void itemThatDoesNotSayWhenItWasWrittenIsRefused() {
        assertThatThrownBy(() -> keep(5, "{\"ttl\":7}")).isInstanceOf(BadRequestException.class);
        assertThatThrownBy(() -> keep(5, "{\"_ts\":\"1\"}")).isInstanceOf(BadRequestException.class);
        assertThatThrownBy(() -> keep(5, "{\"_ts\":1,\"ttl\":\"x\"}")).isInstanceOf(BadRequestException.class);
    }
}
