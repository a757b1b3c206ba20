package org.mayflydb.changelog;

import java.util.Arrays;
import java.util.function.Consumer;
import org.mayflydb.base.MayflyException;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.storage.StorePartition;

/** Compares the log of a partition that nobody has open with what the log is about. Reads only. */
public final class LogCheck {
    private final StorePartition store;
    private final Consumer<String> findings;
    private final long completeAfterLsn;

    /** Tells of an item. */
    @FunctionalInterface
    public interface Versions {
        /** The sequence number of the item's last write; 0 if there is no such item. */
        long lsn(byte[] locator);
    }

    public LogCheck(StorePartition store, Consumer<String> findings) {
        this.store = store;
        this.findings = findings;
        byte[] state = store.get(LogKeys.STATE);
        this.completeAfterLsn = state == null ? Long.MAX_VALUE : LogKeys.stateLsn(state);
    }

    /**
     * Checks that an item's last write is in the log if it should be.
     *
     * @param name the item, for people
     */
    public void checkItem(String name, long lsn, byte[] locator, byte[] json) {
        if (lsn <= completeAfterLsn) {
            return;
        }
        boolean[] logged = new boolean[1];
        store.walk(LogKeys.at(lsn), entry -> {
            LogRecord found = LogRecord.decode(entry);
            logged[0] |= !found.operation().isRemoval()
                    && Arrays.equals(found.locator(), locator)
                    && Arrays.equals(found.content(), json);
            return true;
        });
        expect(logged[0], name + " is not in the log as it was last written");
    }

    /** Checks each record of the log. */
    public void checkRecords(PartitionHead head, Versions versions) {
        long[] newest = new long[1];
        store.walk(LogKeys.after(-1), entry -> {
            try {
                LogRecord found = LogRecord.decode(entry);
                expect(found.lsn() <= head.lastLsn(), "the log has a change " + found.lsn() + " beyond the head's");
                expect(found.timestamp() >= newest[0], "the log goes back in time at " + found.lsn());
                newest[0] = found.timestamp();
                long lsn = versions.lsn(found.locator());
                boolean fits = lsn == 0 || lsn >= found.lsn();
                expect(fits, "the log has a change " + found.lsn() + " that its item does not have");
            } catch (MayflyException damaged) {
                findings.accept("a record of the log cannot be read: " + damaged.getMessage());
            }
            return true;
        });
    }

    private void expect(boolean holds, String finding) {
        if (!holds) {
            findings.accept(finding);
        }
    }
}
