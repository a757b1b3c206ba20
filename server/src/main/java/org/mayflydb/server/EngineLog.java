package org.mayflydb.server;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.mayflydb.database.EngineListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes what the engine reports into the log. */
final class EngineLog implements EngineListener {
    private static final Logger LOG = LoggerFactory.getLogger(EngineLog.class);

    /** More partitions than this are only counted. */
    private static final int NAMED_MAX = 20;

    @Override
    public void clockJumped(Duration ahead, Duration grace) {
        LOG.warn(
                "The clock of this machine jumped ahead by {} s. Nothing is deleted for being old until it is set back, the"
                        + " time is accepted with POST /_mayfly/clock {\"accept\": true}, or {} s have passed.",
                ahead.toSeconds(),
                grace.toSeconds());
    }

    @Override
    public void storeCopied(Path copy) {
        LOG.info(
                "The data directory was written by an earlier release and is being upgraded. A copy that the earlier release can"
                        + " open is at {}; remove it when you do not need it any more.",
                copy);
    }

    @Override
    public void upgradeProgressed(int partitionsDone, int partitions, long entries) {
        LOG.info(
                "Upgrading the data directory: {} of {} partitions done, {} index entries moved. If this is interrupted, the"
                        + " next start continues.",
                partitionsDone,
                partitions,
                entries);
    }

    @Override
    public void upgradeFinished() {
        LOG.info("The data directory is upgraded.");
    }

    @Override
    public void clockTakenBack() {
        LOG.info("The clock of this machine was set back. Deletion of what has expired continues.");
    }

    @Override
    public void clockAccepted(Duration ahead) {
        LOG.warn(
                "The clock of this machine, which jumped ahead by {} s, is trusted again. Deletion of what has expired"
                        + " continues.",
                ahead.toSeconds());
    }

    @Override
    public void timeHeldByWrites(List<PartitionAhead> partitions) {
        LOG.warn(
                "Writes made while the clock was ahead keep their _ts and hold the time of {} partitions until the clock gets"
                        + " there: {}",
                partitions.size(),
                names(partitions));
    }

    @Override
    public void clockBehind(List<PartitionAhead> partitions) {
        LOG.warn(
                "The clock is more than an hour behind the time of {} partitions, which stands still until the clock gets"
                        + " there: {}",
                partitions.size(),
                names(partitions));
    }

    private static String names(List<PartitionAhead> partitions) {
        return partitions.stream()
                .limit(NAMED_MAX)
                .map(partition -> partition.databaseId() + "/" + partition.containerId() + " partition "
                        + partition.number() + " (" + partition.ahead().toSeconds() + " s ahead)")
                .collect(Collectors.joining(", ", "", partitions.size() > NAMED_MAX ? ", …" : ""));
    }
}
