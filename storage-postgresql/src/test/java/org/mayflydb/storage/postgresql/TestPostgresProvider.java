package org.mayflydb.storage.postgresql;

import org.mayflydb.storage.ForwardingStore;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreAddress;
import org.mayflydb.storage.StoreOptions;
import org.mayflydb.storage.StoreProvider;

/** Opens a new, empty store on the server of the tests, for tests of the engine. Its schema is dropped when it is closed. */
public final class TestPostgresProvider implements StoreProvider {
    private static final String SCHEME = "postgresql-test";

    /** Starts the server of the tests when it is opened. */
    public static final StoreAddress ADDRESS = StoreAddress.parse(SCHEME + ":");

    @Override
    public String scheme() {
        return SCHEME;
    }

    @Override
    public Store open(StoreAddress address, StoreOptions options) {
        return new Temporary(PostgresServer.shared(), PostgresServer.newSchema());
    }

    private static final class Temporary extends ForwardingStore {
        private final PostgresServer server;
        private final String schema;

        Temporary(PostgresServer server, String schema) {
            super(server.open(schema));
            this.server = server;
            this.schema = schema;
        }

        @Override
        public void close() {
            super.close();
            server.dropSchema(schema);
        }
    }
}
