package org.mayflydb.storage.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreAddress;
import org.mayflydb.storage.StoreOptions;
import org.mayflydb.storage.StoreUnavailableException;
import org.mayflydb.storage.Stores;

class StoresTest {

    private static Store open(String address) {
        return Stores.open(StoreAddress.parse(address), StoreOptions.defaults());
    }

    @Test
    void storeInMemoryIsOpenedByItsAddress() {
        try (Store store = open("memory:")) {
            assertThat(store).isInstanceOf(MemoryStore.class);
        }
    }

    @Test
    void unknownSchemeIsRefusedWithWhatIsKnown() {
        assertThatThrownBy(() -> open("oracle:x"))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessage("'oracle:x' names the store 'oracle', which is not known here. Known are memory:."
                        + " If it is a directory, write './oracle:x'.");
    }

    @Test
    void directoryNeedsADurableStoreOnTheClassPath() {
        assertThatThrownBy(() -> open("somewhere"))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("add org.mayflydb:mayfly-storage-rocksdb");
    }

    @Test
    void storeInMemoryHasNeitherAPathNorABound() {
        assertThatThrownBy(() -> open("memory:x")).hasMessageContaining("write memory:, not memory:x");
        StoreOptions bounded = StoreOptions.defaults().withMemoryMegabytes(OptionalInt.of(64));
        assertThatThrownBy(() -> Stores.open(StoreAddress.parse("memory:"), bounded))
                .isInstanceOf(StoreUnavailableException.class);
    }
}
