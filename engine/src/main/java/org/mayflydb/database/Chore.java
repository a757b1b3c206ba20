package org.mayflydb.database;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.database.ContainerRounds.Progress;

/**
 * Work without any pace of its own: the same pause after every step.
 *
 * @param candidates the containers that need a step; opens none of them
 * @param step makes a step for a container, and returns true if there is more to do
 * @param pauseMillis after each step
 * @param idleMillis after a round that left nothing to do
 */
record Chore(
        Supplier<List<ContainerRecord>> candidates, Predicate<ContainerRecord> step, long pauseMillis, long idleMillis)
        implements ContainerRounds.Work {

    @Override
    public List<ContainerRecord> due() {
        return candidates.get();
    }

    @Override
    public Progress step(ContainerRecord container) {
        return step.test(container) ? Progress.MORE : Progress.DONE;
    }

    @Override
    public long blockedMillis() {
        return idleMillis;
    }
}
