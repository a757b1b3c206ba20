package org.mayflydb.storage.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.mayflydb.storage.StoreHealth;
import org.mayflydb.storage.StoreUnavailableException;
import org.rocksdb.RocksDBException;

/** Keeps the database of a store open: opens it again after a failed write, and closes it. */
final class OpenDatabase {
    /** Beyond the size of the logs, for the files that an opening writes. */
    private static final long SPACE_BYTES_MIN = 1024 * 1024;

    /** After so many failures to open for reading beside the failed database, reads are interrupted instead. */
    private static final int READ_ONLY_FAILURES_MAX = 3;

    private final String location;
    private final NativeOptions options;
    private final Openings openings;
    private final Recovery recovery = new Recovery(this::reopen);
    private volatile RocksHandle handle;
    private int readOnlyFailures; // guarded by this
    private boolean released; // guarded by this

    /**
     * Opens the database in {@code directory}, creating it if the directory is empty or absent.
     *
     * @throws StoreUnavailableException if it is already open, here or in another process
     * @throws org.mayflydb.storage.StoreDamagedException saying what is damaged and where
     */
    OpenDatabase(Path directory, RocksOptions sizes, Openings openings) {
        this.openings = openings;
        RocksLibrary.load();
        location = directory.toAbsolutePath().normalize().toString();
        BackgroundErrors errors = new BackgroundErrors(
                status -> failed(RocksFailures.health(location, status)),
                status -> recovery.compactionFailed(RocksFailures.compactionFailed(location, status)));
        boolean create = StoreDirectory.prepare(directory);
        options = new NativeOptions(sizes, create, List.of(errors));
        try {
            handle = create ? openings.create(location, options) : openings.writable(location, options);
            // From now on a directory without a store is damage.
            options.databaseAlone().setCreateIfMissing(false);
            SortedFile.deleteLeftovers(directory);
        } catch (RocksDBException failure) {
            options.close();
            throw RocksFailures.opening(location, failure);
        }
    }

    String location() {
        return location;
    }

    NativeOptions options() {
        return options;
    }

    Recovery recovery() {
        return recovery;
    }

    RocksHandle handle() {
        return handle;
    }

    /** Begins a call; {@link RocksHandle#leave} ends it, however it ends. */
    RocksHandle enter() {
        while (true) {
            RocksHandle current = handle;
            if (current.guard().enterIfOpen() != CloseGuard.CLOSED) {
                return current;
            }
            if (current == handle) {
                throw current.guard().closedFailure();
            }
        }
    }

    /**
     * Leaves everything in files, so that nothing depends on a log whose end nobody can vouch for; after a failed write,
     * or without room on the disk, in the files and logs as they are.
     */
    synchronized void close() {
        recovery.stop();
        handle.refuseCalls();
        if (released) {
            return;
        }
        released = true;
        try {
            if (recovery.health().isAvailable() && missingBytes() == 0) {
                handle.database().flush(options.flush(), handle.families().all());
                handle.close();
            } else {
                abandon(handle);
                LogFiles.sync(Path.of(location));
            }
        } catch (RocksDBException | IOException failure) {
            throw new StoreUnavailableException(
                    "the store in " + location + " was closed, but relaxed commits may not have reached the disk: "
                            + RocksFailures.describe(failure),
                    failure);
        } finally {
            abandon(handle);
            options.close();
        }
    }

    /** Closes a database, if it is not closed yet, without asking more of the disk. */
    private static void abandon(RocksHandle failed) {
        try {
            failed.close();
        } catch (RocksDBException expected) {
            // It reports once more that its log could not be written.
        }
    }

    /**
     * Opens the database again after a failed write, if the disk has room. Meanwhile reads are served by an opening for
     * reading only, which stays if the other one fails.
     *
     * @return true if there is no need to try again
     */
    synchronized boolean reopen() {
        StoreHealth refusing = recovery.health();
        if (released || refusing.state() != StoreHealth.State.REFUSING_WRITES) {
            return true;
        }
        try {
            long missing = missingBytes();
            if (missing > 0) {
                recovery.explain(RocksFailures.lackOfSpace(location, missing));
                return false;
            }
            if (!handle.isReadOnly() && !handle.isClosed() && !leaveFailedDatabase()) {
                return false;
            }
            replaceHandle(openings.writable(location, options));
        } catch (RocksDBException failure) {
            recovery.explain(RocksFailures.health(location, failure));
            return recovery.health().state() == StoreHealth.State.NEEDS_RESTART;
        } catch (IOException unreadable) {
            return false;
        }
        readOnlyFailures = 0;
        recovery.recovered();
        return true;
    }

    /** How many bytes must be freed before what the logs hold can be written to files. */
    private long missingBytes() throws IOException {
        Path directory = Path.of(location);
        long needed = LogFiles.bytes(directory) + SPACE_BYTES_MIN;
        return Math.max(0, needed - Files.getFileStore(directory).getUsableSpace());
    }

    /** Returns false if that has to be tried again. */
    private boolean leaveFailedDatabase() {
        RocksHandle failed = handle;
        failed.stopReclaiming();
        // Otherwise files might be deleted while they are being opened for reading.
        failed.database().cancelAllBackgroundWork(true);
        try {
            replaceHandle(openings.readOnly(location, options));
        } catch (RocksDBException failure) {
            // Whatever this says: only an opening for writing tells whether there is damage.
            if (++readOnlyFailures < READ_ONLY_FAILURES_MAX) {
                return false;
            }
            failed.refuseCalls();
            abandon(failed);
        }
        return true;
    }

    private void replaceHandle(RocksHandle next) {
        RocksHandle before = handle;
        handle = next;
        recovery.settled();
        before.refuseCalls();
        abandon(before);
    }

    /** Throws a {@link StoreUnavailableException} if a write has failed. */
    void checkWritable(RocksHandle on) {
        StoreHealth now = recovery.health();
        if (!now.isAvailable()) {
            throw StoreUnavailableException.announced(now.reason());
        }
        if (on.isReadOnly()) {
            throw new StoreUnavailableException("the store in " + location + " is just being opened again");
        }
    }

    /** Refuses writes from now on; returns the exception that says so. */
    StoreUnavailableException failed(RocksDBException failure) {
        failed(RocksFailures.health(location, failure));
        return new StoreUnavailableException(
                "the store in " + location + " cannot be written: " + RocksFailures.describe(failure), failure);
    }

    /** Called by threads of RocksDB too, so it must not wait. */
    private void failed(StoreHealth refusing) {
        if (recovery.failed(refusing)) {
            handle.stopReclaiming();
        }
    }
}
