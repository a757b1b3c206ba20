package org.mayflydb.ownership.simulation;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mayflydb.ownership.StoreStep;

/** One request to the store on its way. */
final class Call {
    final SimulatedNode node;
    final int life;
    final Task task;

    /** Null if it reads an item. */
    final @Nullable StoreStep step;

    final int partition;
    final int key;
    final @Nullable Consumer<@Nullable Object> reader;

    /** A planted bug: the store ignores the condition. */
    boolean unconditional;

    Call(SimulatedNode node, Task task, StoreStep step) {
        this.node = node;
        this.life = node.life();
        this.task = task;
        this.step = step;
        this.partition = step instanceof StoreStep.WriteHead write
                ? write.partition()
                : step instanceof StoreStep.ReadHead read ? read.partition() : -1;
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
        return step instanceof StoreStep.WriteHead || step instanceof StoreStep.WriteNode;
    }

    boolean isMembership() {
        return step instanceof StoreStep.ReadNodes
                || step instanceof StoreStep.ReadNode
                || step instanceof StoreStep.WriteNode;
    }
}
