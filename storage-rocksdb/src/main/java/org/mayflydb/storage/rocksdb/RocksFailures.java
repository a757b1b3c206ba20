package org.mayflydb.storage.rocksdb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.StoreDamagedException;
import org.mayflydb.storage.StoreException;
import org.mayflydb.storage.StoreHealth;
import org.mayflydb.storage.StoreHealth.State;
import org.mayflydb.storage.StoreUnavailableException;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Says in our words what RocksDB reports, and keeps its own words, which name the file. */
final class RocksFailures {

    private static final Pattern LACK_OF_SPACE = Pattern.compile("No space left|quota exceeded|File too large");
    private static final Pattern PERMISSION = Pattern.compile("Permission denied|Read-only file system");

    /** How RocksDB begins what it reports about files, such as {@code While lock file: /data/LOCK: ...}. */
    private static final Pattern ACTIVITY = Pattern.compile("^(IO error: )?(While [^/]*: )?(?=/)");

    private static final long MEGABYTE = 1024L * 1024L;

    private RocksFailures() {}

    /** What an opening that failed means: damage, unless another process holds the directory or the disk refuses. */
    static StoreException opening(String location, RocksDBException failure) {
        if (isDamage(failure)) {
            return new StoreDamagedException("the store in " + location + " is damaged: " + describe(failure), failure);
        }
        String reason = describe(failure);
        // RocksDB has no code of its own for this; the lock file is the only file an opening fails to lock.
        if (reason.contains("/LOCK: ") && !PERMISSION.matcher(reason).find()) {
            return new StoreUnavailableException(
                    "the store in " + location + " is already open: " + inUse(location, reason), failure);
        }
        return new StoreUnavailableException(
                "the store in " + location + " cannot be opened: " + reason + hint(reason), failure);
    }

    private static String inUse(String location, String reason) {
        return reason.contains("current process")
                ? "this process has opened it."
                : "another process is using it. Stop that process first, or choose another directory;" + " 'lsof "
                        + location + "/LOCK' shows which one.";
    }

    private static String hint(String reason) {
        if (LACK_OF_SPACE.matcher(reason).find()) {
            return ". Free space on that disk and open it again.";
        }
        return PERMISSION.matcher(reason).find() ? ". This user must be able to read and write all files there." : "";
    }

    static StoreException calling(String location, RocksDBException failure) {
        return isDamage(failure)
                ? new StoreDamagedException("the store in " + location + " is damaged: " + describe(failure), failure)
                : new StoreUnavailableException("the store in " + location + " failed: " + describe(failure), failure);
    }

    static StoreException copying(String location, Path directory, RocksDBException failure) {
        String reason = describe(failure);
        return LACK_OF_SPACE.matcher(reason).find()
                ? new StoreUnavailableException(
                        "the store in " + location + " cannot be copied to " + directory + ": " + reason
                                + ". Free space and try again.",
                        failure)
                : calling(location, failure);
    }

    /** What a failed write means for those to come. */
    static StoreHealth health(String location, RocksDBException failure) {
        return health(location, failure.getStatus(), describe(failure));
    }

    /** The same, of a write in the background. */
    static StoreHealth health(String location, Status status) {
        return health(location, status, describe(status));
    }

    /** What a compaction without space means. */
    static String compactionFailed(String location, Status status) {
        return "the store in " + location + " cannot compact its files: " + describe(status)
                + ". Writes continue, and need more and more space. Free space on that disk; compaction then resumes by itself.";
    }

    private static String describe(Status status) {
        return status.getState() == null ? String.valueOf(status.getCode()) : status.getState();
    }

    private static StoreHealth health(String location, @Nullable Status status, String description) {
        String begin = "the store in " + location + " takes no writes, since one has failed: " + description + ". ";
        if (status != null && status.getCode() != Status.Code.IOError) {
            return new StoreHealth(
                    State.NEEDS_RESTART,
                    begin + "Open it again, or restart the server: that loses nothing, and says if there is damage.");
        }
        String hint = LACK_OF_SPACE.matcher(description).find()
                ? "Free space on that disk; writes then resume by themselves."
                : "Writes resume by themselves once the disk works again.";
        return new StoreHealth(State.REFUSING_WRITES, begin + hint);
    }

    /** Says how many bytes are missing. */
    static StoreHealth lackOfSpace(String location, long bytes) {
        return new StoreHealth(
                State.REFUSING_WRITES,
                "the store in " + location
                        + " takes no writes, since the disk is full. Free "
                        + (bytes / MEGABYTE + 1) + " MB there; writes then resume by themselves.");
    }

    static String describe(Exception failure) {
        if (failure instanceof RocksDBException rocks) {
            return describe(rocks);
        }
        return failure instanceof IOException file ? FileFailure.describe(file) : String.valueOf(failure.getMessage());
    }

    /** The file and what is wrong with it; RocksDB's name for the kind of error only where there is nothing else. */
    static String describe(RocksDBException failure) {
        Status status = failure.getStatus();
        String message = failure.getMessage();
        if (message == null || message.isBlank()) {
            return status == null ? "unknown reason" : String.valueOf(status.getCode());
        }
        return ACTIVITY.matcher(message).replaceFirst("");
    }

    private static boolean isDamage(RocksDBException failure) {
        Status status = failure.getStatus();
        if (status == null) {
            return false;
        }
        return switch (status.getCode()) {
            // An existing store never asks for what RocksDB does not know, so a file of it must have said so.
            case Corruption, NotFound, NotSupported, InvalidArgument -> true;
            case IOError -> describe(failure).contains("No such file or directory");
            default -> false;
        };
    }
}
