package org.mayflydb.conformance;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.FailureCode;
import org.mayflydb.base.MovableClock;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.database.CheckReport;
import org.mayflydb.database.StoreCheck;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.Database;
import org.mayflydb.embedded.Item;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.embedded.Page;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.partition.Partition;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.storage.FaultyStore.Call;

/** The database of a trial, which is opened again and again on its ground. */
final class Subject {
    private static final String DATABASE = "trial";

    private final Ground ground;
    private final MovableClock clock;
    private Mayfly mayfly;

    Subject(Ground ground, MovableClock clock) {
        this.ground = ground;
        this.clock = clock;
        this.mayfly = open();
        mayfly.createDatabase(DATABASE);
    }

    private Mayfly open() {
        return Mayfly.builder()
                .clock(clock)
                .backgroundPurge(false)
                .durability(ground.durability())
                .open(ground.store());
    }

    Container create(Layout layout, @Nullable Integer defaultTtl) {
        return database().createContainer(layout.spec(defaultTtl));
    }

    Container container(Layout layout) {
        return database().container(layout.name());
    }

    /** The text of a property of the container, {@code null} for one that it does not have; null without a container. */
    @Nullable
    String property(Layout layout, String name) {
        try {
            JsonObject properties =
                    (JsonObject) JsonValue.parse(container(layout).properties());
            return String.valueOf(properties.get(name));
        } catch (NotFoundException absent) {
            return null;
        }
    }

    Optional<Item> find(Address address) {
        return container(address.layout()).find(address.id(), address.partitionKey());
    }

    /** The items with a key that begins so, gathered page by page. */
    List<String> list(Layout layout, List<String> key, int pageItems) {
        List<String> texts = new ArrayList<>();
        String continuation = null;
        do {
            Page page = container(layout).list(key.isEmpty() ? null : Address.keyOf(key), pageItems, continuation);
            assertThat(page.items()).hasSizeLessThanOrEqualTo(pageItems);
            page.items().forEach(item -> texts.add(item.json()));
            continuation = page.continuation();
        } while (continuation != null);
        return texts;
    }

    /** Everything that was neither deleted nor purged, found by switching expiry off for a moment. */
    List<String> listStored(Layout layout, @Nullable Integer defaultTtl) {
        Container container = container(layout);
        container.removeDefaultTtl();
        List<String> texts = list(layout, List.of(), 100);
        if (defaultTtl != null) {
            container.defaultTtlSeconds(defaultTtl);
        }
        return texts;
    }

    /** What the call answers; null if a fault struck and the answer is that nobody knows. */
    <T> @Nullable Outcome<T> tolerating(Supplier<T> call) {
        boolean armed = isArmed();
        Outcome<T> outcome = Outcome.of(call);
        if (armed && outcome.failure() == FailureCode.UNAVAILABLE) {
            disarm();
            return null;
        }
        return outcome;
    }

    boolean isArmed() {
        return ground.store() instanceof FaultyStore faulty && faulty.isArmed();
    }

    void disarm() {
        if (ground.store() instanceof FaultyStore faulty) {
            faulty.disarm();
        }
    }

    void arm(Step.Fault fault, int nth) {
        arm((FaultyStore) ground.store(), fault, nth);
    }

    static void arm(FaultyStore store, Step.Fault fault, int nth) {
        switch (fault) {
            case FAIL_CALL -> store.failCall(nth);
            case FAIL_COMMIT -> store.failCall(nth, Call.COMMIT);
            case LOSE_ANSWER -> store.loseAnswer(nth, true);
            case LOSE_COMMIT -> store.loseAnswer(nth, false);
            case LOSE_ANSWER_AND_READ -> {
                store.beforeCommit(nth, () -> store.failCall(1, Call.GET));
                store.loseAnswer(nth, true);
            }
            case LOSE_COMMIT_AND_READ -> {
                store.beforeCommit(nth, () -> store.failCall(1, Call.GET));
                store.loseAnswer(nth, false);
            }
        }
    }

    /** Has every partition tell the time and store it. */
    void tellTime() {
        for (Layout layout : Layout.values()) {
            for (Partition partition :
                    mayfly.engine().items(DATABASE, layout.name()).partitions()) {
                partition.now();
                partition.saveTime();
            }
        }
    }

    void sync() {
        ground.store().sync();
    }

    /** How often everything written so far became durable; always 0 on a store that does not count it. */
    long syncs() {
        return ground.store() instanceof FaultyStore faulty ? faulty.syncs() : 0;
    }

    void syncInAnyCase() {
        ((FaultyStore) ground.store()).syncInAnyCase();
    }

    /** Nobody closes anything, and the store is opened again. */
    CheckReport restart(int failingCall) {
        ground.reopen();
        CheckReport report = checked();
        if (failingCall > 0) {
            ((FaultyStore) ground.store()).failCall(failingCall);
            try {
                mayfly = open();
                disarm();
                return report;
            } catch (UnavailableException struck) {
                ground.reopen();
                checked();
            }
        }
        mayfly = open();
        return report;
    }

    CheckReport losePower() {
        ground.losePower();
        CheckReport report = checked();
        mayfly = open();
        return report;
    }

    /** Ends the use of the database and checks what it leaves. */
    CheckReport end() {
        mayfly.close();
        ground.reopen();
        return checked();
    }

    private CheckReport checked() {
        CheckReport report = StoreCheck.run(ground.store());
        assertThat(report.findings()).isEmpty();
        return report;
    }

    private Database database() {
        return requireNonNull(mayfly).database(DATABASE);
    }
}
