package org.mayflydb.storage.postgresql;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreContract;
import org.mayflydb.storage.snapshot.SnapshotStore;

/** The whole contract on a real server, with snapshots made of the commits of the owner. */
@Tag("process")
class PostgresStoreTest extends StoreContract {
    private final PostgresServer server = PostgresServer.shared();
    private final String schema = PostgresServer.newSchema();

    @Override
    protected Store openStore() {
        return SnapshotStore.of(server.open(schema));
    }

    @Override
    protected Store reopen(Store closed) {
        return openStore();
    }

    @AfterEach
    void drop() {
        server.dropSchema(schema);
    }
}
