package org.mayflydb.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.charge.Throughput;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.item.read.ItemFeed;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.EpkRange;
import org.mayflydb.testing.TestStores;

class FeedContinuationTest {
    private final Engine engine = Engine.open(TestStores.open(), EngineSettings.defaults());
    private final List<ItemFeed> feeds = feeds();

    private List<ItemFeed> feeds() {
        engine.createDatabase("d");
        engine.createContainer(
                "d",
                (JsonObject) JsonValue.parse("{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/id\"]}}"),
                Throughput.manual(30_000));
        return engine.items("d", "c").reads().feeds(EpkRange.FULL);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private FeedContinuation continuation() {
        return new FeedContinuation(
                FeedMode.LATEST_VERSION,
                feeds.stream()
                        .map(feed ->
                                new FeedContinuation.Position(feed.partition().number(), 7L))
                        .toList());
    }

    @Test
    void whatIsEncodedIsDecoded() {
        FeedContinuation decoded = FeedContinuation.decode(continuation().encode(), FeedMode.LATEST_VERSION, feeds);
        assertThat(decoded).isEqualTo(continuation());
    }

    @Test
    void anotherModeIsRefused() {
        String token = continuation().encode();
        assertThatThrownBy(() -> FeedContinuation.decode(token, FeedMode.ALL_VERSIONS, feeds))
                .isInstanceOf(BadRequestException.class);
    }

    @Test
    void otherPartitionsAreRefused() {
        String token = continuation().encode();
        assertThatThrownBy(() -> FeedContinuation.decode(token, FeedMode.LATEST_VERSION, feeds.subList(0, 2)))
                .isInstanceOf(BadRequestException.class);
    }

    @Test
    void aPlaceThatThereCannotBeIsRefused() {
        String token = new FeedContinuation(
                        FeedMode.LATEST_VERSION,
                        feeds.stream()
                                .map(feed -> new FeedContinuation.Position(
                                        feeds.get(0).partition().number(), feed.lastLsn()))
                                .toList())
                .encode();
        assertThatThrownBy(() -> FeedContinuation.decode(token, FeedMode.LATEST_VERSION, feeds))
                .isInstanceOf(BadRequestException.class);
    }

    @Test
    void whateverIsSentIsRefusedUnlessItIsOne() {
        long seed = 20261116;
        Random random = new Random(seed);
        byte[] good = Base64.getUrlDecoder().decode(continuation().encode());
        for (int i = 0; i < 5000; i++) {
            byte[] changed = good.clone();
            changed[random.nextInt(changed.length)] ^= (byte) (1 + random.nextInt(255));
            String token = Base64.getUrlEncoder().withoutPadding().encodeToString(changed);
            assertThatThrownBy(() -> FeedContinuation.decode(token, FeedMode.LATEST_VERSION, feeds))
                    .as("seed %s, round %s", seed, i)
                    .isInstanceOf(BadRequestException.class);
        }
        for (String token : List.of("", "*", "\"1\"", "é", "A".repeat(100_000))) {
            assertThatThrownBy(() -> FeedContinuation.decode(token, FeedMode.LATEST_VERSION, feeds))
                    .isInstanceOf(BadRequestException.class);
        }
    }
}
