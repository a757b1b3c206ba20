package org.mayflydb.changelog;

import java.util.Arrays;
import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.Decoded;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.storage.KeyValue;

/** A record of the log is read as it was written, or reported as damaged. The first ten bytes are its key. */
public final class LogRecordFuzz implements FuzzTarget {
    private static final int KEY_BYTES = LogKeys.RECORD_BYTES;

    @Override
    public String name() {
        return "log-record";
    }

    @Override
    public void run(byte[] input) {
        int keyBytes = Math.min(input.length, KEY_BYTES);
        byte[] key = Arrays.copyOf(input, keyBytes);
        byte[] value = Arrays.copyOfRange(input, keyBytes, input.length);
        LogRecord log = Decoded.fromStore(() -> LogRecord.decode(new KeyValue(key, value)));
        if (log == null) {
            return;
        }
        LogRecord again = LogRecord.decode(new KeyValue(log.key(), log.value()));
        Claim.same(log.operation(), again.operation(), "operation");
        Claim.same(log.commitTime(), again.commitTime(), "time");
        Claim.same(log.lsn(), again.lsn(), "LSN");
        Claim.holds(Arrays.equals(log.value(), again.value()), "written the same way again");
        Claim.holds(Arrays.equals(log.content(), again.content()), "content");
    }
}
