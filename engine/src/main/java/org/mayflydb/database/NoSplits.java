package org.mayflydb.database;
import java.util.List;
import org.mayflydb.catalog.ContainerRecord;
final class NoSplits implements Splitter {
    @Override public List<ContainerRecord> due() { return List.of(); }
    @Override public ContainerRounds.Progress step(ContainerRecord due) { return ContainerRounds.Progress.DONE; }
    @Override public long pauseMillis() { return 0; }
    @Override public long blockedMillis() { return 1000; }
    @Override public long idleMillis() { return 1000; }
    @Override public void cancel() {}
}
