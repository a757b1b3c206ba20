package org.mayflydb.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreAddress;
import org.mayflydb.storage.StoreContract;
import org.mayflydb.storage.StoreOptions;
import org.mayflydb.storage.StoreProvider;
import org.mayflydb.storage.StoreUnavailableException;
import org.mayflydb.storage.Stores;

class RocksStoreTest extends StoreContract {

    @TempDir
    private Path directory;

    @Override
    protected Store openStore() {
        return Stores.open(StoreAddress.of(directory), StoreOptions.defaults());
    }

    @Override
    protected Store reopen(Store closed) {
        return Stores.open(StoreAddress.of(directory), StoreOptions.defaults());
    }

    @Test
    void directoryThatIsOpenIsRefused() {
        assertThatThrownBy(() -> Stores.open(StoreAddress.of(directory), StoreOptions.defaults()))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("already open")
                .hasMessageContaining(directory.toString());
        putKeys("01");
        assertThat(keys()).containsExactly("01");
    }

    @Test
    void locationIsTheDirectory() {
        assertThat(store().location()).isEqualTo(directory.toString());
    }

    @Test
    void directoryIsCreatedWithItsParents() {
        Path deeper = directory.resolve("a").resolve("b");
        try (Store created = Stores.open(StoreAddress.of(deeper), StoreOptions.defaults())) {
            assertThat(created.partitionNumbers()).isEmpty();
        }
        assertThat(deeper).isDirectory();
    }

    @Test
    void providerIsFoundByName() {
        assertThat(ServiceLoader.load(StoreProvider.class))
                .extracting(StoreProvider::scheme)
                .containsExactly("rocksdb");
    }
}
