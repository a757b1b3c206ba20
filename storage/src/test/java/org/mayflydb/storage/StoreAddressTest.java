package org.mayflydb.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class StoreAddressTest {

    @Test
    void pathWithoutASchemeIsADirectory() {
        for (String path : new String[] {"data", "/var/lib/mayfly", "./a:b", "../x", "C:\\data", "/a/b:c", ""}) {
            assertThat(StoreAddress.parse(path)).isEqualTo(new StoreAddress("rocksdb", path));
        }
    }

    @Test
    void schemeEndsAtTheFirstColon() {
        assertThat(StoreAddress.parse("rocksdb:/data:1")).isEqualTo(new StoreAddress("rocksdb", "/data:1"));
        assertThat(StoreAddress.parse("memory:")).isEqualTo(new StoreAddress("memory", ""));
        assertThat(StoreAddress.parse("hbase://zk1,zk2/prefix"))
                .isEqualTo(new StoreAddress("hbase", "//zk1,zk2/prefix"));
    }

    @Test
    void onlyAStoreInADirectoryHasOne() {
        assertThat(StoreAddress.parse("rocksdb:a/b").directory()).isEqualTo(Path.of("a/b"));
        assertThatThrownBy(() -> StoreAddress.parse("memory:").directory())
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessage("a directory is needed, and the store memory: is not in one");
        assertThatThrownBy(() -> StoreAddress.parse("rocksdb:").directory())
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessage("the address rocksdb: has no path: write rocksdb:PATH");
    }
}
