package org.mayflydb.ownership.simulation;

import org.jspecify.annotations.Nullable;
import org.mayflydb.ownership.LeaseTimes;
import org.mayflydb.ownership.LocalNode;
import org.mayflydb.ownership.Rules;
import org.mayflydb.ownership.StoreStep;

/** How a simulated node deviates from the rules; this one does not. */
class Deviation {
    static final Deviation NONE = new Deviation();

    /** The decisions of a node. */
    Rules rules(LeaseTimes times) {
        return new Rules(times);
    }

    /** What is sent instead of a step; the same unless a bug changes it. Null ends the task. */
    @Nullable
    StoreStep sends(SimulatedNode node, Task task, StoreStep step) {
        return step;
    }

    /** Whether the store ignores the condition of a commit. */
    boolean ignoresCondition(Call call) {
        return false;
    }

    /** What a node takes for the reply. */
    @Nullable
    Object replies(Call call, @Nullable Object reply) {
        return reply;
    }

    /** Rule 7 in the wrong order: the check comes before the read. */
    boolean checksBeforeRead() {
        return false;
    }

    /** Rules 6 and 11: policies or the shift switch while a commit is under way. */
    boolean switchesOutsideTurn(LocalNode node) {
        return false;
    }

    /** Rule 11: a change is acknowledged without its barrier. */
    boolean skipsBarrier(boolean noChange, boolean delete) {
        return false;
    }

    /** Rule 11: the barrier of a delete looks at the map and not at the deleted list. */
    boolean looksAtMapOnly() {
        return false;
    }
}
