package org.mayflydb.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.charge.Throughput;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.testing.TestStores;

/** The jobs of an engine, each step run by the test. */
class BackgroundTest {
    private static final JsonObject PROPERTIES =
            (JsonObject) JsonValue.parse("{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}}");

    private final FaultyStore store = new FaultyStore(TestStores.open());
    private final Queue<Runnable> steps = new ArrayDeque<>();
    private final List<String> failed = new ArrayList<>();
    private final Engine engine = Engine.open(
            store,
            EngineSettings.defaults()
                    .withBackground(steps::add)
                    .withPurgeTimer(StepTimer.NEVER)
                    .withListener(new EngineListener() {
                        @Override
                        public void backgroundStepFailed(String step, Throwable cause) {
                            failed.add(step + ": " + cause.getMessage());
                        }
                    }));

    @AfterEach
    void close() {
        store.disarm();
        engine.close();
    }

    private void fill(int items) {
        engine.createDatabase("d");
        engine.createContainer("d", PROPERTIES, Throughput.manual(10_000));
        for (int i = 0; i < items; i++) {
            byte[] json = ("{\"id\":\"" + i + "\",\"pk\":\"p" + i + "\",\"a\":1}").getBytes(StandardCharsets.UTF_8);
            engine.items("d", "c").writer().create(json, WriteOptions.NONE).join();
        }
    }

    private void changeIndex() {
        engine.replaceContainer(
                "d", "c", PROPERTIES.with("indexingPolicy", JsonValue.parse("{\"indexingMode\":\"none\"}")));
    }

    private void runAll() {
        for (Runnable step = steps.poll(); step != null; step = steps.poll()) {
            step.run();
        }
    }

    @Test
    void anEngineWithNothingToDoRunsNothing() {
        fill(3);
        assertThat(steps).isEmpty();
    }

    @Test
    void aChangedIndexIsRebuiltUntilItIsComplete() {
        fill(350);
        changeIndex();
        assertThat(engine.items("d", "c").index().progressPercent()).isLessThan(100);
        runAll();
        assertThat(engine.items("d", "c").index().progressPercent()).isEqualTo(100);
    }

    @Test
    void aStepThatFailsIsReportedWithItsCauseAndTriedAgain() {
        fill(150);
        changeIndex();
        store.failCall(1, FaultyStore.Call.COMMIT);
        steps.remove().run();
        assertThat(failed).containsExactly("A step of rebuilding an index: an armed fault refused the call COMMIT");
        runAll();
        assertThat(engine.items("d", "c").index().progressPercent()).isEqualTo(100);
    }

    @Test
    void aContainerWithMoreThroughputIsSplit() {
        fill(20);
        engine.replaceOffer(engine.container("d", "c"), offer -> Throughput.manual(30_000), null);
        runAll();
        assertThat(engine.container("d", "c").partitions()).hasSize(3);
        assertThat(engine.background().failedSplits()).isZero();
    }

    @Test
    void theParentOfASplitIsRemoved() {
        fill(20);
        int parent = engine.container("d", "c").partitions().get(0).number();
        engine.replaceOffer(engine.container("d", "c"), offer -> Throughput.manual(20_000), null);
        runAll();
        assertThat(store.partitionNumbers()).doesNotContain(parent);
    }

    @Test
    void aFailedSplitIsCountedAndTriedAgain() {
        fill(20);
        engine.replaceOffer(engine.container("d", "c"), offer -> Throughput.manual(20_000), null);
        store.failCall(2, FaultyStore.Call.COMMIT);
        runAll();
        assertThat(engine.background().failedSplits()).isEqualTo(1);
        assertThat(engine.container("d", "c").partitions()).hasSize(2);
    }

    @Test
    void aSplitContainerIsUsableWithoutBeingOpenedAgain() {
        fill(20);
        engine.items("d", "c");
        engine.replaceOffer(engine.container("d", "c"), offer -> Throughput.manual(20_000), null);
        runAll();
        assertThat(engine.itemsAtOnce(engine.container("d", "c"))).isNotNull();
    }

    @Test
    void nothingIsDoneAfterClosing() {
        fill(150);
        changeIndex();
        engine.close();
        runAll();
        assertThat(failed).isEmpty();
    }
}
