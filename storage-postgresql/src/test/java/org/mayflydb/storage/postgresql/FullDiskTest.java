package org.mayflydb.storage.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreAddress;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.storage.StoreUnavailableException;

/** The tables of a store on a disk of their own, which is small. Only root can make one. */
@Tag("process")
class FullDiskTest {
    private static final int VALUE_BYTES = 50_000;

    private final PostgresServer server = PostgresServer.shared();
    private final String schema = PostgresServer.newSchema();
    private final Random random = new Random(1);
    private Path disk;

    @BeforeEach
    void mountDisk() throws IOException {
        disk = server.newDirectory("disk");
        assumeThat(PostgresFiles.isRoot()).isTrue();
        assumeThat(mount("size=1m")).as("may mount").isTrue();
        PostgresFiles.own(disk);
        server.execute("create tablespace disk location '" + disk + "'");
        server.execute("create role cramped login superuser");
        server.execute("alter role cramped set default_tablespace = disk");
    }

    private boolean mount(String options) {
        try {
            PostgresFiles.run(List.of("mount", "-t", "tmpfs", "-o", options, "tmpfs", disk.toString()));
            return true;
        } catch (IOException denied) {
            return false;
        }
    }

    @AfterEach
    void unmountDisk() throws IOException {
        server.dropSchema(schema);
        server.execute("drop tablespace if exists disk");
        server.execute("drop role if exists cramped");
        PostgresFiles.run(List.of("sh", "-c", "! mountpoint -q \"$1\" || umount \"$1\"", "sh", disk.toString()));
    }

    private Commit putNext(int number) {
        byte[] value = new byte[VALUE_BYTES];
        random.nextBytes(value);
        return new Commit(Durability.SYNCED).put(new byte[] {(byte) number}, value);
    }

    /** Returns how many commits were applied before the disk was full. */
    private int fill(StorePartition partition) {
        int applied = 0;
        try {
            while (partition.commit(putNext(applied)) == CommitOutcome.APPLIED) {
                applied++;
            }
        } catch (StoreUnavailableException full) {
            assertThat(full).hasMessageContaining("has no disk space left");
        }
        return applied;
    }

    @Test
    void commitThatFindsTheDiskFullIsNotAppliedAndReadsContinue() {
        try (Store store = PostgresStore.open(
                PostgresAddress.parse(StoreAddress.parse("postgresql://cramped@127.0.0.1:" + server.port()
                        + "/postgres?sslmode=disable&schema=" + schema)),
                Map.of())) {
            StorePartition partition = store.partition(1);
            int applied = fill(partition);
            assertThat(applied).isPositive();
            assertThatThrownBy(() -> partition.commit(putNext(applied)))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("has no disk space left");
            assertThat(partition.scanKeys(KeyRange.all(), 100).keys()).hasSize(applied);
            assertThat(partition.get(new byte[] {(byte) (applied - 1)})).hasSize(VALUE_BYTES);
            assertThat(mount("remount,size=64m")).isTrue();
            assertThat(partition.commit(putNext(applied))).isEqualTo(CommitOutcome.APPLIED);
        }
    }
}
