package org.mayflydb.conformance;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.mayflydb.base.MovableClock;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.Item;
import org.mayflydb.item.expiry.PurgeResult;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.storage.Durability;

/**
 * Takes the steps of a scenario with the database and with its model, and compares them after each.
 *
 * <p>Where a fault strikes, a write may answer that its outcome is not known. Then the model has two ways to go on, and what
 * the database shows decides which one it took; but one of them it must be.
 */
final class Trial {
    private static final Instant START = Instant.ofEpochSecond(1_794_700_800L);

    private final Durability durability;
    private final MovableClock clock = MovableClock.startingAt(START);
    private final Subject subject;
    private final Comparison comparison;
    private Model model = new Model(() -> clock.instant().getEpochSecond());

    /** What is left after the power fails if commits are relaxed. */
    private Model synced = model;

    private Trial(Ground ground) {
        durability = ground.durability();
        subject = new Subject(ground, clock);
        comparison = new Comparison(subject);
        for (Layout layout : Layout.values()) {
            subject.create(layout, null);
            model.create(layout, null);
        }
        sync();
    }

    /** Runs the steps on an empty ground, and throws the first difference. */
    static void run(List<Step> steps, Ground ground) {
        int taken = 0;
        try {
            Trial trial = new Trial(ground);
            for (Step step : steps) {
                taken++;
                long syncs = trial.subject.syncs();
                step.take(trial);
                if (trial.subject.syncs() != syncs) {
                    trial.keepSynced();
                }
            }
            trial.end();
        } catch (RuntimeException | AssertionError difference) {
            throw new AssertionError("a difference at step " + taken + ": " + difference.getMessage(), difference);
        } finally {
            ground.close();
        }
    }

    void put(Step.Put step) {
        Address address = step.address();
        WriteOptions options = WriteOptions.NONE
                .withPartitionKey(address.partitionKey())
                .withConditions(conditions(step.condition(), address));
        String body = step.content() + "}";
        String earlierEtag = model.etag(Step.Condition.CURRENT, address);
        Model before = subject.isArmed() ? model.copy() : model;
        Outcome<Model.Entry> expected = Outcome.of(() -> model.put(step));
        Outcome<Item> actual = subject.tolerating(() -> {
            Container container = subject.container(address.layout());
            return switch (step.kind()) {
                case CREATE -> container.create(body, options);
                case UPSERT -> container.upsert(body, options);
                case REPLACE -> container.replace(address.id(), body, options);
            };
        });
        if (actual == null) {
            Optional<Item> found =
                    subject.find(address).filter(item -> item.json().startsWith(step.content() + ","));
            found.ifPresentOrElse(item -> model.answered(address, item.json(), item.etag()), () -> model = before);
            read(address);
            return;
        }
        assertThat(actual.failure()).isEqualTo(expected.failure());
        if (actual.value() != null) {
            long timestamp = requireNonNull(expected.value()).timestamp();
            String text = actual.value().json();
            String etag = actual.value().etag();
            assertThat(text).startsWith(step.content() + ",\"_rid\":\"").endsWith(",\"_ts\":" + timestamp + "}");
            assertThat(text).contains("\"_etag\":\"" + etag.replace("\"", "\\\"") + "\"");
            assertThat(etag).isNotEqualTo(earlierEtag);
            model.answered(address, text, etag);
        }
    }

    void delete(Step.Delete step) {
        Address address = step.address();
        ItemConditions conditions = conditions(step.condition(), address);
        Model before = subject.isArmed() ? model.copy() : model;
        Outcome<Boolean> expected = Outcome.of(() -> {
            model.delete(step);
            return true;
        });
        Outcome<Boolean> actual = subject.tolerating(() -> {
            subject.container(address.layout()).delete(address.id(), address.partitionKey(), conditions);
            return true;
        });
        if (actual != null) {
            assertThat(actual.failure()).isEqualTo(expected.failure());
            return;
        }
        if (subject.find(address).isPresent()) {
            model = before;
        }
        read(address);
    }

    private ItemConditions conditions(Step.Condition condition, Address address) {
        String etag = model.etag(condition, address);
        return switch (condition) {
            case NONE -> ItemConditions.NONE;
            case CURRENT, EARLIER, OTHER, ANY -> ItemConditions.ifMatch(etag);
            case ABSENT -> ItemConditions.ifNoneMatch(etag);
        };
    }

    void read(Address address) {
        comparison.read(model, address);
    }

    void list(Step.ListItems step) {
        comparison.list(model, step);
    }

    void usage(Layout layout) {
        comparison.usage(model, layout);
    }

    void purge(Step.PurgeExpired step) {
        Layout layout = step.layout();
        List<Address> expired = model.purgeable(layout);
        Outcome<PurgeResult> purged =
                subject.tolerating(() -> subject.container(layout).purge(step.itemsMax()));
        PurgeResult result = purged == null ? null : requireNonNull(purged.value());
        List<Address> gone = new ArrayList<>(expired);
        if (result == null || !result.done()) {
            gone.removeAll(comparison.stored(model, layout));
        }
        if (result != null) {
            assertThat(result.items()).isEqualTo(gone.size()).isLessThanOrEqualTo(step.itemsMax());
            assertThat(result.bytes()).isEqualTo(model.bytes(gone));
            assertThat(result.done() || !gone.isEmpty()).as("it gets on").isTrue();
        }
        gone.forEach(model::remove);
    }

    /** Before the clock goes back everybody is told the time, and it is stored: what the power takes is tested elsewhere. */
    void moveClock(int seconds) {
        if (seconds < 0) {
            subject.disarm();
            subject.tellTime();
            model.tellTime();
            sync();
        }
        clock.advance(Duration.ofSeconds(seconds));
    }

    void changeDefault(Step.ChangeDefault step) {
        Layout layout = step.layout();
        Outcome<Boolean> changed = subject.tolerating(() -> {
            Container container = subject.container(layout);
            if (step.seconds() == null) {
                container.removeDefaultTtl();
            } else {
                container.defaultTtlSeconds(step.seconds());
            }
            return true;
        });
        String now = subject.property(layout, "defaultTtl");
        if (changed != null || String.valueOf(step.seconds()).equals(now)) {
            model.changeDefault(layout, step.seconds());
        }
        assertThat(now).isEqualTo(String.valueOf(model.defaultTtl(layout)));
    }

    void recreate(Step.Recreate step) {
        Layout layout = step.layout();
        String old = subject.property(layout, "_rid");
        Outcome<Container> created = subject.tolerating(() -> {
            subject.container(layout).delete();
            return subject.create(layout, step.defaultTtl());
        });
        String found = subject.property(layout, "_rid");
        if (found == null) {
            assertThat(created).as("only a fault leaves no container").isNull();
            subject.create(layout, step.defaultTtl());
        } else if (found.equals(old)) {
            assertThat(created).as("only a fault leaves the old container").isNull();
            return;
        }
        model.create(layout, step.defaultTtl());
    }

    void restart(Step.Restart step) {
        comparison.everything(model, subject.restart(step.failingCall()));
        synced = model.copy();
    }

    void losePower() {
        if (durability == Durability.RELAXED) {
            model = synced.copy();
        }
        comparison.everything(model, subject.losePower());
    }

    void sync() {
        subject.disarm();
        subject.sync();
        synced = model.copy();
    }

    /** Some relaxed commits are synced, and everything before them with them: those that reserve LSNs. */
    private void keepSynced() {
        subject.syncInAnyCase();
        synced = model.copy();
    }

    void arm(Step.Arm step) {
        subject.arm(step.fault(), step.nth());
    }

    private void end() {
        subject.disarm();
        for (Layout layout : Layout.values()) {
            assertThat(comparison.stored(model, layout))
                    .isEqualTo(model.stored(layout).keySet());
        }
        comparison.items(model, subject.end());
    }
}
