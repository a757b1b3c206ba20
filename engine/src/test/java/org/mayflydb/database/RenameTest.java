package org.mayflydb.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.ConflictException;
import org.mayflydb.base.MovableClock;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.item.Items;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.QueryRequest;
import org.mayflydb.storage.memory.MemoryStore;

/** Replacing items by others with another id, at random, compared with a naive model. */
class RenameTest {
    private static final String CONTAINER = """
            {"id":"c","partitionKey":{"paths":["/pk"],"version":2},"defaultTtl":-1,
             "uniqueKeyPolicy":{"uniqueKeys":[{"paths":["/u"]}]},"changeFeedPolicy":{"retentionDuration":10}}""";

    private final MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(1_794_700_800L));
    private final MemoryStore store = new MemoryStore();
    private final Engine engine =
            Engine.open(store, EngineSettings.defaults().withClock(clock).withPurgeTimer(StepTimer.NEVER));

    /** The unique value and the expiry time of each item. */
    private final Map<String, int[]> model = new HashMap<>();

    @Test
    void everythingThatIsStoredForAnItemFollowsItToItsNewId() {
        long seed = Long.getLong("mayfly.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        engine.createDatabase("d", null);
        ContainerRecord container = engine.createContainer("d", (JsonObject) JsonValue.parse(CONTAINER), null);
        Items items = engine.items(container);
        int now = 0;
        for (int i = 0; i < 300; i++) {
            String from = "i" + random.nextInt(5);
            String to = "i" + random.nextInt(5);
            int unique = random.nextInt(6);
            int ttl = 1 + random.nextInt(20);
            byte[] body = String.format(
                            Locale.ROOT,
                            "{\"id\":\"%s\",\"pk\":\"p\",\"u\":%d,\"ttl\":%d}",
                            random.nextInt(4) == 0 ? from : to,
                            unique,
                            ttl)
                    .getBytes(StandardCharsets.UTF_8);
            String id = new String(body, StandardCharsets.UTF_8).substring(7, 9);
            boolean creates = random.nextInt(3) == 0;
            int second = now;
            model.values().removeIf(item -> item[1] <= second);
            String expected = outcome(creates ? null : from, id, unique);
            assertThat(attempt(items, creates ? null : from, body))
                    .as("seed %d, step %d", seed, i)
                    .isEqualTo(expected);
            if (expected.equals("written")) {
                model.remove(creates ? id : from);
                model.put(id, new int[] {unique, now + ttl});
            }
            int passed = random.nextInt(3);
            clock.advance(Duration.ofSeconds(passed));
            now += passed;
            int later = now;
            model.values().removeIf(item -> item[1] <= later);
            for (int value = 0; value < 6; value++) {
                assertThat(idsWith(container, items, value))
                        .as("seed %d, step %d", seed, i)
                        .isEqualTo(modelIds(value));
            }
        }
        assertThat(StoreCheck.run(store).findings()).as("seed %d", seed).isEmpty();
        engine.close();
    }

    private String outcome(@Nullable String replaced, String id, int unique) {
        if (replaced == null && model.containsKey(id)) {
            return "conflict";
        }
        if (replaced != null && !model.containsKey(replaced)) {
            return "not found";
        }
        if (replaced != null && !replaced.equals(id) && model.containsKey(id)) {
            return "bad request";
        }
        boolean taken = model.entrySet().stream()
                .anyMatch(item ->
                        !item.getKey().equals(replaced == null ? id : replaced) && item.getValue()[0] == unique);
        return taken ? "conflict" : "written";
    }

    private static String attempt(Items items, @Nullable String replaced, byte[] body) {
        try {
            (replaced == null
                            ? items.writer().create(body, WriteOptions.NONE)
                            : items.writer().replace(replaced, body, WriteOptions.NONE))
                    .join();
            return "written";
        } catch (NotFoundException missing) {
            return "not found";
        } catch (ConflictException taken) {
            return "conflict";
        } catch (BadRequestException refused) {
            return "bad request";
        }
    }

    private List<String> modelIds(int unique) {
        return model.entrySet().stream()
                .filter(item -> item.getValue()[0] == unique)
                .map(Map.Entry::getKey)
                .toList();
    }

    private List<String> idsWith(ContainerRecord container, Items items, int unique) {
        return engine
                .query(
                        container,
                        items,
                        new QueryRequest(
                                "SELECT VALUE c.id FROM c WHERE c.u = " + unique, Map.of(), ListScope.ALL, 100, null))
                .rows()
                .stream()
                .map(row -> String.valueOf(row.toJava()))
                .toList();
    }
}
