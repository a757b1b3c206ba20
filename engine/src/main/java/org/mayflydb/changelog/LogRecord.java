package org.mayflydb.changelog;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.storage.KeyValue;

/**
 * One change of one item.
 *
 * @param lsn the sequence number of the write that made it
 * @param ordinal its place among the changes of that write
 * @param timestamp the second in which it was made
 * @param commitTime when it was committed, in milliseconds; records of format 1 know only the second
 * @param previousLsn the sequence number of the version that it replaced or removed; 0 if there was none
 * @param locator what names the item within its container
 * @param content the item's JSON as it was written; of a removal the item's partition key, as a JSON array
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record LogRecord(
        long lsn,
        short ordinal,
        LogOperation operation,
        long timestamp,
        long commitTime,
        long previousLsn,
        byte[] locator,
        byte[] content) {
    private static final byte FORMAT_1 = 1;
    private static final byte FORMAT_2 = 2;

    /** What precedes the locator. */
    private static final int FIXED_1_BYTES = 20;

    private static final int FIXED_2_BYTES = 28;

    /** After the locator. Bit 0 is reserved for records that contain the whole previous version. */
    private static final byte NO_FLAGS = 0;

    private static final long MILLIS_PER_SECOND = 1000;

    /** Whether a key of the log is that of a record, or of what is known about the log as a whole. */
    public static boolean isRecord(byte[] key) {
        return key.length == LogKeys.RECORD_BYTES;
    }

    /** Reads a record back. */
    public static LogRecord decode(KeyValue entry) {
        byte[] value = entry.value();
        ByteBuffer in = ByteBuffer.wrap(value);
        byte format = value.length == 0 ? 0 : in.get();
        int fixedBytes = format == FORMAT_1 ? FIXED_1_BYTES : FIXED_2_BYTES;
        boolean known = (format == FORMAT_1 || format == FORMAT_2) && value.length >= fixedBytes;
        if (entry.key().length != LogKeys.RECORD_BYTES || !known) {
            throw new CorruptStoreException("A log record of " + value.length + " bytes has no known format");
        }
        LogOperation operation = LogOperation.ofNumber(in.get());
        long timestamp = in.getLong();
        long commitTime = format == FORMAT_1 ? timestamp * MILLIS_PER_SECOND : in.getLong();
        long previousLsn = in.getLong();
        int locatorEnd = fixedBytes + (in.getShort() & 0xFFFF);
        int contentStart = format == FORMAT_1 ? locatorEnd : locatorEnd + 1;
        if (contentStart > value.length) {
            throw new CorruptStoreException("A log record ends within the name of its item");
        }
        if (format == FORMAT_2 && value[locatorEnd] != NO_FLAGS) {
            throw new CorruptStoreException("A log record has flags that this version does not know");
        }
        return new LogRecord(
                LogKeys.lsn(entry.key()),
                LogKeys.ordinal(entry.key()),
                operation,
                timestamp,
                commitTime,
                previousLsn,
                Arrays.copyOfRange(value, fixedBytes, locatorEnd),
                Arrays.copyOfRange(value, contentStart, value.length));
    }

    byte[] key() {
        return LogKeys.record(lsn, ordinal);
    }

    byte[] value() {
        return ByteBuffer.allocate(FIXED_2_BYTES + locator.length + 1 + content.length)
                .put(FORMAT_2)
                .put(operation.number())
                .putLong(timestamp)
                .putLong(commitTime)
                .putLong(previousLsn)
                .putShort((short) locator.length)
                .put(locator)
                .put(NO_FLAGS)
                .put(content)
                .array();
    }
}
