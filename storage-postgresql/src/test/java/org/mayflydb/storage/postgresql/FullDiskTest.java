package org.mayflydb.storage.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreAddress;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.storage.StoreUnavailableException;

/** Disks that are full below the tables and below the log of a server. Only root can mount such disks. */
@Tag("process")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FullDiskTest {
    private static final int VALUE_BYTES = 50_000;

    private final PostgresServer server = PostgresServer.shared();
    private final String schema = PostgresServer.newSchema();
    private final Random random = new Random(1);

    @BeforeAll
    static void assumeThatDisksCanBeMounted() throws IOException {
        assumeThat(PostgresFiles.isRoot()).isTrue();
        Path directory = Files.createTempDirectory("disk");
        assumeThat(mount(directory, "size=1m")).isTrue();
        unmount(directory);
        Files.delete(directory);
    }

    /** A directory of a server that is a disk of its own. */
    private static Path disk(PostgresServer server, String size) throws IOException {
        Path disk = server.newDirectory("disk");
        assertThat(mount(disk, size)).isTrue();
        PostgresFiles.own(disk);
        return disk;
    }

    private static boolean mount(Path disk, String options) {
        try {
            PostgresFiles.run(List.of("mount", "-t", "tmpfs", "-o", options, "tmpfs", disk.toString()));
            return true;
        } catch (IOException denied) {
            return false;
        }
    }

    private static void unmount(Path disk) throws IOException {
        PostgresFiles.run(List.of("umount", disk.toString()));
    }

    private Commit putNext(int number) {
        byte[] value = new byte[VALUE_BYTES];
        random.nextBytes(value);
        return new Commit(Durability.SYNCED).put(new byte[] {(byte) (number >> 8), (byte) number}, value);
    }

    /** Returns how many commits were applied before one was not. */
    private int fill(StorePartition partition) {
        int applied = 0;
        while (partition.commit(putNext(applied)) == CommitOutcome.APPLIED) {
            applied++;
        }
        return applied;
    }

    @Test
    void commitThatFindsTheDiskOfTheTablesFullIsNotAppliedAndReadsContinue() throws IOException {
        Path disk = disk(server, "size=1m");
        server.execute("create tablespace disk location '" + disk + "'");
        server.execute("create role cramped login superuser");
        server.execute("alter role cramped set default_tablespace = disk");
        try (Store store = PostgresStore.open(
                PostgresAddress.parse(StoreAddress.parse("postgresql://cramped@127.0.0.1:" + server.port()
                        + "/postgres?sslmode=disable&schema=" + schema)),
                Map.of())) {
            StorePartition partition = store.partition(1);
            assertThatThrownBy(() -> fill(partition))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("has no disk space left");
            int applied = partition.scanKeys(KeyRange.all(), 1_000).keys().size();
            assertThat(applied).isPositive();
            assertThat(partition.get(new byte[] {0, (byte) (applied - 1)})).hasSize(VALUE_BYTES);
            assertThat(mount(disk, "remount,size=64m")).isTrue();
            assertThat(partition.commit(putNext(applied))).isEqualTo(CommitOutcome.APPLIED);
        } finally {
            server.dropSchema(schema);
            server.execute("drop tablespace disk");
            server.execute("drop role cramped");
            unmount(disk);
        }
    }

    @Test
    void commitThatFindsTheDiskOfTheLogFullIsUnknownAndLosesNothingBefore() throws IOException {
        PostgresServer own = PostgresServer.with();
        Path disk = disk(own, "size=40m");
        own.moveLog(disk);
        own.start();
        try (Store store = own.open(schema)) {
            int applied = fill(store.partition(1));
            assertThat(applied).isPositive();
            own.stop();
            assertThat(mount(disk, "remount,size=200m")).isTrue();
            own.start();
            assertThat(store.partition(1).scanKeys(KeyRange.all(), 1_000).keys())
                    .hasSizeBetween(applied, applied + 1);
            assertThat(store.partition(1).commit(putNext(applied))).isEqualTo(CommitOutcome.APPLIED);
        } finally {
            own.stop();
            unmount(disk);
            own.close();
        }
    }
}
