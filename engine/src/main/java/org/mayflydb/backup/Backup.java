package org.mayflydb.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.mayflydb.backup.BackupManifest.StoreFile;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.base.FileFailures;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.database.StoreSummary;
import org.mayflydb.storage.OwnerOnly;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreCopier;

/** A backup on disk: a directory with the manifest, and a copy of the store in a directory below. */
public final class Backup {
    private static final String MANIFEST = "backup.json";
    private static final String STORE = "store";

    private final Path directory;
    private final BackupManifest manifest;

    private Backup(Path directory, BackupManifest manifest) {
        this.directory = directory;
        this.manifest = manifest;
    }

    /**
     * Takes a backup while the store is in use. If it fails, nothing is left behind.
     *
     * @param copier of the store
     * @param directory where the backup goes; it must not exist
     * @param now by the clock of the database
     * @throws UnavailableException if the directory exists or cannot be written
     */
    public static Backup take(StoreCopier copier, Path directory, Instant now) {
        if (Files.exists(directory)) {
            throw new UnavailableException("a backup cannot be made in " + directory + ": that exists already");
        }
        try {
            try {
                return copy(copier, directory, now);
            } catch (RuntimeException | IOException failure) {
                DurableFiles.removeTree(directory);
                throw failure;
            }
        } catch (IOException failure) {
            throw new UnavailableException(
                    "the backup in " + directory + " cannot be written: " + FileFailures.describe(failure), failure);
        }
    }

    private static Backup copy(StoreCopier copier, Path directory, Instant now) throws IOException {
        OwnerOnly.createDirectories(directory);
        Path copy = directory.resolve(STORE);
        StoreSummary summary;
        try (Store copied = copier.copyTo(copy)) {
            summary = StoreSummary.of(copied);
        }
        DurableFiles.sync(directory);
        BackupManifest manifest = new BackupManifest(now, BackupManifest.ownVersion(), summary, files(copy));
        DurableFiles.write(directory.resolve(MANIFEST), manifest.toJson().toBytes());
        DurableFiles.syncDirectoryOf(directory);
        return new Backup(directory, manifest);
    }

    /**
     * Finds a backup and compares its files with its manifest.
     *
     * @throws CorruptStoreException if something is missing or has another length
     */
    public static Backup find(Path directory) {
        Path file = directory.resolve(MANIFEST);
        try {
            BackupManifest manifest = BackupManifest.parse(Files.readAllBytes(file), file.toString());
            Backup backup = new Backup(directory, manifest);
            backup.compareFiles();
            return backup;
        } catch (NoSuchFileException absent) {
            throw new UnavailableException(
                    "there is no backup in " + directory + ", or it was not finished: it has no file " + MANIFEST,
                    absent);
        } catch (IOException failure) {
            throw new UnavailableException(
                    "the backup in " + directory + " cannot be read: " + FileFailures.describe(failure), failure);
        }
    }

    public Path directory() {
        return directory;
    }

    public BackupManifest manifest() {
        return manifest;
    }

    Path file(StoreFile file) {
        return directory.resolve(STORE).resolve(file.name());
    }

    private void compareFiles() throws IOException {
        for (StoreFile expected : manifest.files()) {
            Path found = file(expected);
            if (!Files.isRegularFile(found)) {
                throw new CorruptStoreException(
                        "the backup in " + directory + " is damaged: its file " + expected.name() + " is missing");
            }
            if (Files.size(found) != expected.bytes()) {
                throw new CorruptStoreException("the backup in " + directory + " is damaged: its file "
                        + expected.name() + " has " + Files.size(found) + " bytes and not " + expected.bytes());
            }
        }
    }

    /** Locks and the store's own diary, which the next opening writes anew, are not part of a store. */
    private static List<StoreFile> files(Path store) throws IOException {
        List<StoreFile> files = new ArrayList<>();
        try (Stream<Path> found = Files.list(store)) {
            for (Path file : (Iterable<Path>) found.sorted()::iterator) {
                String name = file.getFileName().toString();
                if (!name.equals("LOCK") && !name.startsWith("LOG")) {
                    files.add(new StoreFile(name, Files.size(file)));
                }
            }
        }
        return Collections.unmodifiableList(files);
    }
}
