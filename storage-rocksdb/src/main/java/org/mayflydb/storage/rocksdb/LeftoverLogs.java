package org.mayflydb.storage.rocksdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rocksdb.RocksDBException;

/**
 * Logs that RocksDB began after a write to the log before had failed.
 *
 * <p>Such a log records a length of its predecessor that counts bytes which never reached the disk, so the opening refuses
 * both. Nothing is lost: no write succeeds after the failure, hence the new log holds nothing but that record. It is removed
 * if the older log has every change that it is said to have. This store begins no log after a failure, except when the write
 * fails while a compaction or a checkpoint is beginning one; earlier versions did whenever they were stopped.
 */
final class LeftoverLogs {
    private static final Pattern WRONG_SIZE =
            Pattern.compile("Mismatched size of the WAL of log number (?<log>\\d+)\\.");
    private static final Pattern WRONG_SEQUENCE =
            Pattern.compile("Mismatched last sequence number recorded in the WAL of log number (?<log>\\d+)\\."
                    + " Recorded (?<recorded>\\d+)\\. Observed (?<observed>\\d+)\\.");
    private static final Pattern WRONG_PREDECESSOR =
            Pattern.compile("Mismatched predecessor log number of WAL file .* Recorded (?<log>\\d+)\\. Observed \\d+");

    /** A record is a checksum, the length of its content, a type and the content. */
    private static final int LENGTH_AT = 4;

    private static final int TYPE_AT = 6;
    private static final int HEADER_BYTES = 7;

    /** The record that names the log before. */
    private static final byte PREDECESSOR = (byte) 130;

    private LeftoverLogs() {}

    /** Removes them if they are why an opening failed and nothing depends on them; returns true if it is worth trying again. */
    static boolean remove(Path directory, RocksDBException failure) {
        String message = String.valueOf(failure.getMessage());
        Matcher matcher = WRONG_SIZE.matcher(message);
        if (!matcher.find()) {
            matcher = WRONG_SEQUENCE.matcher(message);
            // A smaller number would mean that changes are missing. A larger one is that of the write that failed.
            if (!matcher.find() || number(matcher, "observed") < number(matcher, "recorded")) {
                matcher = WRONG_PREDECESSOR.matcher(message);
                if (!matcher.find()) {
                    return false;
                }
            }
        }
        try {
            return removeAfter(directory, number(matcher, "log"));
        } catch (IOException unreadable) {
            return false;
        }
    }

    private static boolean removeAfter(Path directory, long lastLog) throws IOException {
        List<Path> later = new ArrayList<>();
        for (Path log : LogFiles.in(directory)) {
            if (LogFiles.number(log) > lastLog) {
                if (!isWithoutChanges(log)) {
                    return false;
                }
                later.add(log);
            }
        }
        for (Path log : later) {
            Files.delete(log);
        }
        return !later.isEmpty();
    }

    /** True if it is empty, or has no more than the record that names the log before. */
    private static boolean isWithoutChanges(Path log) throws IOException {
        long length = Files.size(log);
        if (length < HEADER_BYTES) {
            return true;
        }
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        try (SeekableByteChannel channel = Files.newByteChannel(log)) {
            while (header.hasRemaining() && channel.read(header) >= 0) {
                // until the header is complete
            }
        }
        int content = Short.toUnsignedInt(header.getShort(LENGTH_AT));
        return header.get(TYPE_AT) == PREDECESSOR && length <= HEADER_BYTES + content;
    }

    private static long number(Matcher matcher, String group) {
        return Long.parseLong(matcher.group(group));
    }
}
