package org.mayflydb.changelog;

import java.nio.ByteBuffer;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.key.Keyspace;
import org.mayflydb.storage.KeyRange;

/** The keys of the log. The layouts are in {@code docs/KEYSPACE.md}. */
final class LogKeys {
    /** Comes before all records. */
    static final byte[] STATE = Keyspace.LOG.prefix();

    static final KeyRange ALL = KeyRange.prefix(Keyspace.LOG.prefix());

    static final int RECORD_BYTES = 11;

    private static final byte STATE_FORMAT = 1;
    private static final int STATE_BYTES = 1 + Long.BYTES;

    private LogKeys() {}

    static byte[] record(long lsn, short ordinal) {
        return ByteBuffer.allocate(RECORD_BYTES)
                .put(Keyspace.LOG.tag())
                .putLong(lsn)
                .putShort(ordinal)
                .array();
    }

    static long lsn(byte[] key) {
        return ByteBuffer.wrap(key).getLong(1);
    }

    static short ordinal(byte[] key) {
        return ByteBuffer.wrap(key).getShort(9);
    }

    /** The records after everything with sequence number {@code lsn}. */
    static KeyRange after(long lsn) {
        return new KeyRange(record(lsn + 1, (short) 0), ALL.upper());
    }

    /** The records of one sequence number. */
    static KeyRange at(long lsn) {
        return new KeyRange(record(lsn, (short) 0), record(lsn + 1, (short) 0));
    }

    /** The log holds every change after {@code lsn}. */
    static byte[] state(long lsn) {
        return ByteBuffer.allocate(STATE_BYTES).put(STATE_FORMAT).putLong(lsn).array();
    }

    static long stateLsn(byte[] value) {
        ByteBuffer in = ByteBuffer.wrap(value);
        if (value.length != STATE_BYTES || in.get() != STATE_FORMAT) {
            throw new CorruptStoreException("The state of a log has no known format");
        }
        return in.getLong();
    }
}
