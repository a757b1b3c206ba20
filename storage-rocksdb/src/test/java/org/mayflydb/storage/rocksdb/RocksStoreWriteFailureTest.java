package org.mayflydb.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mayflydb.storage.rocksdb.StoreImage.SMALL;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.storage.StoreUnavailableException;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDBException;

/** A directory that vanishes under the store stands for a disk that fails. */
class RocksStoreWriteFailureTest {

    @TempDir
    private Path temporary;

    @Test
    void commitsAreRefusedAfterAFailureInTheBackground() throws Exception {
        RocksStore store = RocksStore.open(temporary.resolve("store"), SMALL);
        StorePartition partition = store.partition(1);
        assertThat(partition.commit(put("a"))).isEqualTo(CommitOutcome.APPLIED);
        failTheDisk(store);

        assertThatThrownBy(() -> partition.commit(put("c")))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining(store.location());
        assertThatThrownBy(() -> partition.deleteRange(KeyRange.all())).isInstanceOf(StoreUnavailableException.class);
        assertThatThrownBy(store::sync).isInstanceOf(StoreUnavailableException.class);
        assertThat(partition.get(bytes("a"))).isEqualTo(bytes("a"));

        assertThatThrownBy(store::close)
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("was closed");
        assertThatThrownBy(() -> partition.get(bytes("a"))).hasMessageContaining("is closed");
    }

    private void failTheDisk(RocksStore store) throws Exception {
        for (Path file : StoreImage.named(temporary.resolve("store"), ".*")) {
            Files.delete(file);
        }
        Files.delete(temporary.resolve("store"));
        try (FlushOptions flush = new FlushOptions()) {
            assertThatThrownBy(() -> store.database().flush(flush)).isInstanceOf(RocksDBException.class);
        }
    }

    private static Commit put(String text) {
        return new Commit(Durability.RELAXED).put(bytes(text), bytes(text));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
