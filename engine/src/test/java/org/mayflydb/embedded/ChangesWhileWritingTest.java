package org.mayflydb.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.key.PartitionKey;

/** Readers of changes miss nothing of what others write meanwhile. */
class ChangesWhileWritingTest {
    private static final int WRITERS = 3;
    private static final int WRITES = 1500;
    private static final int IDS = 50;
    private static final long SEED = 20261116;

    private final Shop shop = new Shop();
    private final Container container = shop.database.createContainer(
            ContainerSpec.named("busy").partitionKey("/id").throughput(20_000).changeRetention(Duration.ofMinutes(10)));
    private final ExecutorService threads = Executors.newFixedThreadPool(WRITERS);

    @AfterEach
    void close() {
        threads.shutdownNow();
        shop.close();
    }

    private List<Future<?>> startWriting() {
        List<Future<?>> writers = new ArrayList<>();
        for (int writer = 0; writer < WRITERS; writer++) {
            SplittableRandom random = new SplittableRandom(SEED + writer);
            writers.add(threads.submit(() -> write(random)));
        }
        return writers;
    }

    private void write(SplittableRandom random) {
        for (int i = 0; i < WRITES; i++) {
            String id = "i" + random.nextInt(IDS);
            if (random.nextInt(4) > 0) {
                container.upsert("{\"id\":\"" + id + "\",\"n\":" + i + "}");
                continue;
            }
            try {
                container.delete(id, PartitionKey.of(id));
            } catch (NotFoundException gone) {
                // Another writer was faster.
            }
        }
    }

    /** Reads until the writers are done, and then the rest. */
    private static List<Change> follow(Changes changes, List<Future<?>> writers) throws Exception {
        List<Change> found = new ArrayList<>();
        while (writers.stream().anyMatch(writer -> !writer.isDone())) {
            found.addAll(changes.next().changes());
        }
        for (Future<?> writer : writers) {
            writer.get();
        }
        found.addAll(changes.rest());
        return found;
    }

    private Map<String, String> stored() {
        Map<String, String> stored = new HashMap<>();
        container
                .list(1000)
                .items()
                .forEach(item -> stored.put(String.valueOf(item.toMap().get("id")), item.json()));
        return stored;
    }

    @Test
    void theLatestVersionOfEveryItemIsSeen() throws Exception {
        Map<String, String> seen = new HashMap<>();
        for (Change change : follow(container.changes().pageItems(7), startWriting())) {
            seen.put(change.id(), change.json().orElseThrow());
        }
        assertThat(seen).as("seed %s", SEED).containsAllEntriesOf(stored());
    }

    @Test
    void replayingAllVersionsGivesWhatIsStored() throws Exception {
        Changes changes = container.changes().allVersions().pageItems(7);
        changes.rest();
        Map<String, String> replayed = new HashMap<>();
        for (Change change : follow(changes, startWriting())) {
            String before = change.json().isPresent()
                    ? replayed.put(change.id(), change.json().orElseThrow())
                    : replayed.remove(change.id());
            assertThat(before == null).as("seed %s: %s", SEED, change).isEqualTo(change.kind() == Change.Kind.CREATED);
        }
        assertThat(replayed).as("seed %s", SEED).isEqualTo(stored());
    }
}
