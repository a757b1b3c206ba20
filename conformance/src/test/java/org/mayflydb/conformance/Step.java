package org.mayflydb.conformance;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thing that happens in a scenario. Everything random about it has been decided, so it can be run again, and left out
 * without changing the others.
 */
sealed interface Step {

    void take(Trial trial);

    /** The kinds of write that carry an item. */
    enum Write {
        CREATE,
        UPSERT,
        REPLACE
    }

    /** What is asked of the item's ETag. */
    enum Condition {
        NONE,
        /** If-Match with the ETag it has now, or had when it expired. */
        CURRENT,
        /** If-Match with an ETag it had before. */
        EARLIER,
        /** If-Match with an ETag that nobody ever had. */
        OTHER,
        /** If-Match: * */
        ANY,
        /** If-None-Match: * */
        ABSENT
    }

    /** {@code ttl} and {@code unique} are JSON texts, null to leave the member out. */
    record Put(
            Write kind,
            Address address,
            @Nullable String ttl,
            @Nullable String unique,
            Condition condition,
            int serial) implements Step {
        @Override
        public void take(Trial trial) {
            trial.put(this);
        }

        String content() {
            return address.content(ttl, unique, serial);
        }
    }

    record Delete(Address address, Condition condition) implements Step {
        @Override
        public void take(Trial trial) {
            trial.delete(this);
        }
    }

    record Read(Address address) implements Step {
        @Override
        public void take(Trial trial) {
            trial.read(address);
        }
    }

    /** {@code key} may be empty for all items, or the first levels of a key. */
    record ListItems(Layout layout, List<String> key, int pageItems) implements Step {
        @Override
        public void take(Trial trial) {
            trial.list(this);
        }
    }

    record CountUsage(Layout layout) implements Step {
        @Override
        public void take(Trial trial) {
            trial.usage(layout);
        }
    }

    record PurgeExpired(Layout layout, int itemsMax) implements Step {
        @Override
        public void take(Trial trial) {
            trial.purge(this);
        }
    }

    record MoveClock(int seconds) implements Step {
        @Override
        public void take(Trial trial) {
            trial.moveClock(seconds);
        }
    }

    /** {@code seconds} is -1 for no default, null to switch expiry off. */
    record ChangeDefault(Layout layout, @Nullable Integer seconds) implements Step {
        @Override
        public void take(Trial trial) {
            trial.changeDefault(this);
        }
    }

    record Recreate(Layout layout, @Nullable Integer defaultTtl) implements Step {
        @Override
        public void take(Trial trial) {
            trial.recreate(this);
        }
    }

    /** The process ends and another one opens the store; its {@code failingCall}th call fails first, 0 for none. */
    record Restart(int failingCall) implements Step {
        @Override
        public void take(Trial trial) {
            trial.restart(this);
        }
    }

    /** The power fails. */
    record LosePower() implements Step {
        @Override
        public void take(Trial trial) {
            trial.losePower();
        }
    }

    record Sync() implements Step {
        @Override
        public void take(Trial trial) {
            trial.sync();
        }
    }

    /** What the store will do wrong. */
    enum Fault {
        /** Some call fails. */
        FAIL_CALL,
        /** A commit fails. */
        FAIL_COMMIT,
        /** A commit is made, and its answer is lost. */
        LOSE_ANSWER,
        /** A commit does not arrive, and nobody knows. */
        LOSE_COMMIT,
        /** A commit is made, its answer is lost, and so is the answer to the question what became of it. */
        LOSE_ANSWER_AND_READ,
        /** A commit does not arrive, and the answer to the question what became of it is lost. */
        LOSE_COMMIT_AND_READ
    }

    /** The store will fail at the {@code nth} call from now that the fault is about. */
    record Arm(Fault fault, int nth) implements Step {
        @Override
        public void take(Trial trial) {
            trial.arm(this);
        }
    }
}
