package org.mayflydb.split;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.charge.Throughput;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.database.StoreCheck;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.query.QueryRequest;
import org.mayflydb.storage.Store;
import org.mayflydb.testing.TestStores;

/** Threads that each know their own items write, delete, read and count them while partitions are split. */
class SplitUnderLoadTest {
    private static final int THREADS = 4;
    private static final int STEPS_MIN = 2000;
    private static final int PARTITIONS = 6;

    private final Store store = TestStores.open();
    private final Engine engine = Engine.open(store, EngineSettings.defaults());

    /** One thread's items: what it wrote last under each id. */
    private final class Writer {
        private final String name;
        private final SplittableRandom random;
        private final Map<String, Integer> expected = new HashMap<>();
        private int step;

        Writer(int number, long seed) {
            this.name = "w" + number;
            this.random = new SplittableRandom(seed + number);
        }

        /** Goes on until all splits are done. */
        void run() {
            while (step < STEPS_MIN || engine.container("d", "c").partitions().size() < PARTITIONS) {
                step++;
                String id = name + "-" + random.nextInt(200);
                switch (random.nextInt(5)) {
                    case 0, 1, 2 -> write(id);
                    case 3 -> delete(id);
                    default -> check(id);
                }
                if (step % 500 == 0) {
                    count();
                }
            }
        }

        private void write(String id) {
            String json = "{\"id\":\"" + id + "\",\"pk\":\"" + id + "\",\"w\":\"" + name + "\",\"v\":" + step + "}";
            engine.items("d", "c")
                    .writer()
                    .upsert(json.getBytes(StandardCharsets.UTF_8), WriteOptions.NONE)
                    .join();
            expected.put(id, step);
        }

        private void delete(String id) {
            boolean there = true;
            try {
                engine.items("d", "c")
                        .writer()
                        .delete(id, PartitionKey.of(id), ItemConditions.NONE)
                        .join();
            } catch (NotFoundException gone) {
                there = false;
            }
            assertThat(there).as("%s in step %d", id, step).isEqualTo(expected.remove(id) != null);
        }

        void check(String id) {
            Integer found = null;
            try {
                byte[] json = Objects.requireNonNull(engine.items("d", "c")
                                .reads()
                                .read(id, PartitionKey.of(id), ItemConditions.NONE)
                                .item())
                        .json();
                found = Integer.parseInt(String.valueOf(((JsonObject) JsonValue.parse(json)).get("v")));
            } catch (NotFoundException gone) {
                // as it should be, perhaps
            }
            assertThat(found).as("%s in step %d", id, step).isEqualTo(expected.get(id));
        }

        void count() {
            String text = "SELECT VALUE COUNT(1) FROM c WHERE c.w = '" + name + "'";
            QueryRequest request = new QueryRequest(text, Map.of(), new ListScope(null, EpkRange.FULL), 10, null);
            assertThat(engine.query("d", "c", request).rows())
                    .as("step %d", step)
                    .hasToString("[" + expected.size() + "]");
        }
    }

    @Test
    @Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void nobodyNoticesThatPartitionsAreSplit() throws InterruptedException, ExecutionException {
        long seed = 20261116;
        engine.createDatabase("d");
        JsonObject properties = (JsonObject) JsonValue.parse("{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}}");
        engine.createContainer("d", properties, Throughput.manual(10_000));
        List<Writer> writers = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            writers.add(new Writer(i, seed));
        }
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> running = new ArrayList<>();
            writers.forEach(writer -> running.add(threads.submit(writer::run)));
            engine.replaceOffer(engine.container("d", "c"), offer -> Throughput.manual(PARTITIONS * 10_000), null);
            for (Future<?> each : running) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(engine.container("d", "c").partitions()).hasSize(PARTITIONS);
        assertThat(engine.background().failedSplits()).isZero();
        writers.forEach(writer -> {
            writer.expected.keySet().forEach(writer::check);
            writer.count();
        });
        assertThat(StoreCheck.run(store).findings()).isEmpty();
        engine.close();
    }
}
