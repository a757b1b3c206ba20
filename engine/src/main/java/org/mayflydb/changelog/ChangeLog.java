package org.mayflydb.changelog;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.Transaction;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.storage.ScanPage;

/**
 * The log of one partition.
 *
 * <p>A small record beside the log says from which sequence number on it is complete. It is there exactly while the log
 * is kept: written after the first writes that are logged, removed before the last. So whatever a crash interrupts, a log
 * that a reader can begin to read has no gap.
 *
 * <p>What readers see depends on the retention and the time alone, never on how far trimming has come.
 */
public final class ChangeLog {
    private static final long TRIM_BYTES_MAX = 4L * 1024 * 1024;

    private final Partition partition;
    private volatile LogPolicy policy = LogPolicy.NONE;

    /** How far trimming has come since the log was opened; touched by one step at a time. */
    private KeyRange untrimmed = LogKeys.after(-1);

    public ChangeLog(Partition partition) {
        this.partition = partition;
    }

    public LogPolicy policy() {
        return policy;
    }

    /** Puts a policy in force, and brings what is stored into line with it. */
    public synchronized void change(LogPolicy wanted) {
        if (wanted.isKept()) {
            // First, so that every write behind the mark is logged.
            policy = wanted;
            if (partition.store().get(LogKeys.STATE) == null) {
                partition.write(ChangeLog::beginLog);
            }
        } else if (partition.store().scanKeys(LogKeys.ALL, 1).keys().isEmpty()) {
            policy = wanted;
        } else {
            endLog(wanted);
        }
    }

    private static boolean beginLog(Transaction transaction) {
        // Before its first write a partition has no change that the log could lack.
        boolean unwritten = transaction.lastLsn() == PartitionHead.EMPTY.lastLsn();
        transaction.put(LogKeys.STATE, LogKeys.state(unwritten ? 0 : transaction.lastLsn()));
        return true;
    }

    private void endLog(LogPolicy none) {
        // The mark goes while everything is still logged: where it is, there is no gap behind it.
        partition.write(transaction -> {
            transaction.delete(LogKeys.STATE);
            return true;
        });
        policy = none;
        // Once this is through, nothing that was logged is under way any more.
        partition.writeAlone(transaction -> true);
        partition.deleteRange(LogKeys.ALL);
        untrimmed = LogKeys.after(-1);
    }

    /** Whether a change is to be logged. */
    public boolean isKept() {
        return policy.isKept();
    }

    /** Logs a change in the transaction that makes it. */
    public void append(
            Transaction transaction,
            long lsn,
            LogOperation operation,
            long previousLsn,
            byte[] locator,
            byte[] content) {
        LogRecord entry = new LogRecord(
                lsn,
                transaction.nextLogOrdinal(lsn),
                operation,
                transaction.now(),
                transaction.writeTime(),
                previousLsn,
                locator,
                content);
        transaction.putUnread(entry.key(), entry.value());
    }

    /**
     * The changes after a sequence number, in the order in which they were made.
     *
     * @param recordsMax how many at most; the changes of one sequence number may be divided by it
     * @throws BadRequestException if the container keeps no log, or not from there on
     */
    public LogPage read(long afterLsn, int recordsMax, long bytesMax) {
        LogPolicy current = policy;
        if (!current.isKept()) {
            throw new BadRequestException("The container keeps no log of all versions and deletes: it needs a"
                    + " 'changeFeedPolicy' with a 'retentionDuration'.");
        }
        ScanPage page = partition.store().scan(LogKeys.after(afterLsn), Direction.FORWARD, recordsMax, bytesMax);
        // Asked after the scan: what was trimmed before it can only lie before this.
        byte[] state = partition.store().get(LogKeys.STATE);
        if (state == null || LogKeys.stateLsn(state) > afterLsn) {
            throw behindRetention();
        }
        List<LogRecord> records = new ArrayList<>(page.entries().size());
        for (KeyValue entry : page.entries()) {
            records.add(LogRecord.decode(entry));
        }
        if (!records.isEmpty() && current.isPast(records.get(0).timestamp(), partition.now())) {
            throw behindRetention();
        }
        return new LogPage(records, page.exhausted());
    }

    private static BadRequestException behindRetention() {
        return new BadRequestException("You must read the change feed from within the retention period.");
    }

    /** The version that a change replaced or removed, if the log has it and readers may see it; otherwise null. */
    public @Nullable LogRecord previous(LogRecord of) {
        LogPolicy current = policy;
        if (!current.previousImages() || of.previousLsn() == 0) {
            return null;
        }
        LogRecord[] found = new LogRecord[1];
        partition.store().walk(LogKeys.at(of.previousLsn()), entry -> {
            LogRecord candidate = LogRecord.decode(entry);
            if (!candidate.operation().isRemoval() && Arrays.equals(candidate.locator(), of.locator())) {
                found[0] = candidate;
            }
            return true;
        });
        return found[0] == null || current.isPast(found[0].timestamp(), partition.now()) ? null : found[0];
    }

    /**
     * Removes at most {@code recordsMax} of the oldest records that may be read no more, in one commit.
     *
     * @return whether there may be more of them
     */
    public synchronized boolean trim(int recordsMax) {
        LogPolicy current = policy;
        if (!current.isKept()) {
            return false;
        }
        ScanPage oldest = partition.store().scan(untrimmed, Direction.FORWARD, 1, TRIM_BYTES_MAX);
        boolean nothingDue = oldest.entries().isEmpty()
                || !current.isPast(LogRecord.decode(oldest.entries().get(0)).timestamp(), deletionSecond());
        if (nothingDue) {
            return false;
        }
        Trimmed trimmed = partition.writeAlone(transaction -> trim(transaction, current, recordsMax));
        untrimmed = trimmed.rest;
        return trimmed.more;
    }

    private record Trimmed(KeyRange rest, boolean more) {}

    /** Readers are refused by the partition's time; what they may not read is removed only by a clock that is trusted. */
    private long deletionSecond() {
        return Math.min(partition.now(), partition.deletionSecond());
    }

    private Trimmed trim(Transaction transaction, LogPolicy current, int recordsMax) {
        long second = Math.min(transaction.now(), partition.deletionSecond());
        ScanPage page = transaction.scanStored(untrimmed, recordsMax, TRIM_BYTES_MAX);
        KeyRange rest = untrimmed;
        LogRecord last = null;
        for (KeyValue entry : page.entries()) {
            LogRecord each = LogRecord.decode(entry);
            if (!current.isPast(each.timestamp(), second)) {
                break;
            }
            transaction.delete(entry.key());
            rest = untrimmed.after(entry.key());
            last = each;
        }
        byte[] state = transaction.get(LogKeys.STATE);
        if (last != null && state != null && LogKeys.stateLsn(state) < last.lsn()) {
            transaction.put(LogKeys.STATE, LogKeys.state(last.lsn()));
        }
        boolean wholePage = last != null && Arrays.equals(last.key(), lastKey(page));
        return new Trimmed(rest, wholePage && !page.exhausted());
    }

    private static byte[] lastKey(ScanPage page) {
        return page.entries().get(page.entries().size() - 1).key();
    }
}
