package org.mayflydb.ownership.simulation;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mayflydb.ownership.Step;

/** One request to the store on its way. */
final class Call {
    final SimulatedNode node;
    final int life;
    final Task task;

    /** Null if it reads an item. */
    final @Nullable Step step;

    final int partition;
    final int key;
    final @Nullable Consumer<@Nullable Object> reader;

    /** A planted bug: the store ignores the condition. */
    boolean unconditional;

    Call(SimulatedNode node, Task task, Step step) {
        this.node = node;
        this.life = node.life();
        this.task = task;
        this.step = step;
        this.partition = step instanceof Step.WriteHead write
                ? write.partition()
                : step instanceof Step.ReadHead read ? read.partition() : -1;
        this.key = -1;
        this.reader = null;
    }

    /** @param reader gets the version, or {@link SimulatedNode#UNANSWERED} */
    Call(SimulatedNode node, Task task, int partition, int key, Consumer<@Nullable Object> reader) {
        this.node = node;
        this.life = node.life();
        this.task = task;
        this.step = null;
        this.partition = partition;
        this.key = key;
        this.reader = reader;
    }

    boolean isCommit() {
        return step instanceof Step.WriteHead || step instanceof Step.WriteNode;
    }

    boolean isMembership() {
        return step instanceof Step.ReadNodes || step instanceof Step.ReadNode || step instanceof Step.WriteNode;
    }
}
