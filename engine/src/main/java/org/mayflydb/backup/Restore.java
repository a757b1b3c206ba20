package org.mayflydb.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.mayflydb.backup.BackupManifest.StoreFile;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.base.FileFailures;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.database.StoreCheck;
import org.mayflydb.database.StoreSummary;
import org.mayflydb.database.TranslatedStore;
import org.mayflydb.format.StoreUpgrade;
import org.mayflydb.storage.OwnerOnly;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreAddress;
import org.mayflydb.storage.StoreOptions;
import org.mayflydb.storage.StoreProvider;

/**
 * Makes a data directory out of a backup.
 *
 * <p>A file in the directory says from the beginning to the very end that the store is not finished. A restore that is
 * interrupted leaves it there, and so does one whose check finds damage.
 */
public final class Restore {
    private final Backup backup;
    private final Path directory;
    private final RestoreOptions options;
    private final InstantSource clock;

    private Restore(Backup backup, Path directory, RestoreOptions options, InstantSource clock) {
        this.backup = backup;
        this.directory = directory;
        this.options = options;
        this.clock = clock;
    }

    /**
     * Restores a backup.
     *
     * @param directory becomes a data directory; it must be empty or absent
     * @param clock what time it is now, which decides what has expired
     * @throws UnavailableException if the directory holds something, or cannot be written
     * @throws CorruptStoreException if the backup holds something else than it says
     */
    public static RestoreReport run(Backup backup, Path directory, RestoreOptions options, InstantSource clock) {
        try {
            return new Restore(backup, directory, options, clock).run();
        } catch (IOException failure) {
            throw new UnavailableException(
                    "the store in " + directory + " cannot be restored: " + FileFailures.describe(failure)
                            + ". Fix that, remove the directory and restore again.",
                    failure);
        }
    }

    private RestoreReport run() throws IOException {
        requireEmpty();
        Path marker = directory.resolve(StoreProvider.UNFINISHED);
        DurableFiles.write(marker, new byte[0]);
        DurableFiles.syncDirectoryOf(directory);
        for (StoreFile file : backup.manifest().files()) {
            DurableFiles.copy(backup.file(file), directory.resolve(file.name()));
        }
        DurableFiles.sync(directory);
        compareItems();
        RestoreReport report = settle();
        List<String> findings = options.check() ? findings() : List.of();
        if (findings.isEmpty()) {
            Files.delete(marker);
            DurableFiles.sync(directory);
        }
        return report.withFindings(findings);
    }

    private void requireEmpty() throws IOException {
        if (Files.exists(directory.resolve(StoreProvider.UNFINISHED))) {
            throw new UnavailableException("a restore into " + directory
                    + " was interrupted or failed: remove the directory and restore again");
        }
        OwnerOnly.createDirectories(directory);
        try (Stream<Path> files = Files.list(directory)) {
            List<String> names = files.map(file -> file.getFileName().toString())
                    // What file systems put into the root of a new volume.
                    .filter(name -> !name.equals("lost+found"))
                    .sorted()
                    .toList();
            if (!names.isEmpty()) {
                throw new UnavailableException("a backup is restored into an empty directory only, and " + directory
                        + " holds " + names.get(0));
            }
        }
    }

    private Store openUnfinished() {
        return TranslatedStore.open(
                StoreAddress.of(directory), StoreOptions.defaults().toFinish());
    }

    private void compareItems() {
        try (Store store = openUnfinished()) {
            // The backup may be one of an earlier release; it stays as it is.
            StoreUpgrade.runWithoutCopy(store);
            if (!StoreSummary.of(store).equals(backup.manifest().items())) {
                throw new CorruptStoreException("the backup in " + backup.directory()
                        + " holds other containers or other numbers of items than its manifest says");
            }
        }
    }

    private RestoreReport settle() {
        try (RestoredItems items = RestoredItems.open(openUnfinished(), this::now)) {
            return items.settle(options);
        }
    }

    /**
     * Never before the backup: a clock that was moved ahead when it was taken had items expire that the machine's clock would
     * show again.
     */
    private Instant now() {
        Instant now = clock.instant();
        Instant madeAt = backup.manifest().madeAt();
        return now.isAfter(madeAt) ? now : madeAt;
    }

    private List<String> findings() {
        try (Store store = openUnfinished()) {
            return StoreCheck.run(store).findings();
        }
    }
}
