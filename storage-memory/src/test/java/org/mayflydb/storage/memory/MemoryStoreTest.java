package org.mayflydb.storage.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreContract;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.storage.StoreUnavailableException;
import org.mayflydb.storage.StoreUnderTest;

class MemoryStoreTest extends StoreContract {

    @Override
    protected Store openStore() {
        return new MemoryStore();
    }

    @Override
    protected Store reopen(Store closed) {
        return ((MemoryStore) closed).reopen();
    }

    @Test
    void reopeningClosesTheStoreThatWasLeftOpen() {
        MemoryStore left = new MemoryStore();
        StorePartition partition = left.partition(1);
        Store next = left.reopen();
        assertThatThrownBy(() -> partition.commit(StoreUnderTest.relaxed()))
                .isInstanceOf(StoreUnavailableException.class);
        assertThat(next.partitionNumbers()).isEmpty();
    }
}
