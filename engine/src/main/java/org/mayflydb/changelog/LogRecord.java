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
        long previousLsn,
        byte[] locator,
        byte[] content) {
    private static final byte FORMAT = 1;
    private static final int FIXED_BYTES = 20;

    /** Whether a key of the log is that of a record, or of what is known about the log as a whole. */
    public static boolean isRecord(byte[] key) {
        return key.length == LogKeys.RECORD_BYTES;
    }

    /** Reads a record back. */
    public static LogRecord decode(KeyValue entry) {
        byte[] value = entry.value();
        ByteBuffer in = ByteBuffer.wrap(value);
        if (entry.key().length != LogKeys.RECORD_BYTES || value.length < FIXED_BYTES || in.get() != FORMAT) {
            throw new CorruptStoreException("A log record of " + value.length + " bytes has no known format");
        }
        LogOperation operation = LogOperation.ofNumber(in.get());
        long timestamp = in.getLong();
        long previousLsn = in.getLong();
        int locatorEnd = FIXED_BYTES + (in.getShort() & 0xFFFF);
        if (locatorEnd > value.length) {
            throw new CorruptStoreException("A log record ends within the name of its item");
        }
        return new LogRecord(
                LogKeys.lsn(entry.key()),
                LogKeys.ordinal(entry.key()),
                operation,
                timestamp,
                previousLsn,
                Arrays.copyOfRange(value, FIXED_BYTES, locatorEnd),
                Arrays.copyOfRange(value, locatorEnd, value.length));
    }

    byte[] key() {
        return LogKeys.record(lsn, ordinal);
    }

    byte[] value() {
        return ByteBuffer.allocate(FIXED_BYTES + locator.length + content.length)
                .put(FORMAT)
                .put(operation.number())
                .putLong(timestamp)
                .putLong(previousLsn)
                .putShort((short) locator.length)
                .put(locator)
                .put(content)
                .array();
    }
}
