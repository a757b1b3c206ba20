package org.mayflydb.app.transfer;

import org.jspecify.annotations.Nullable;
import org.mayflydb.app.endpoint.Account;
import org.mayflydb.app.endpoint.ContainerAddress;
import org.mayflydb.app.endpoint.EndpointException;
import org.mayflydb.app.endpoint.RemoteContainer;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;

/** The container that an import writes to, which may have to be made first. */
public final class ImportTarget {
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;

    private final Account account;
    private final ContainerAddress address;
    private final String endpoint;

    /** @param endpoint for people and for the state of an interrupted import */
    public ImportTarget(Account account, ContainerAddress address, String endpoint) {
        this.account = account;
        this.address = address;
        this.endpoint = endpoint;
    }

    String name() {
        return endpoint + " " + address;
    }

    /**
     * The container, which is made, with its database, if it is not there and the file describes it.
     *
     * @param described how it is made; null if nobody says so, and then it must be there
     */
    RemoteContainer prepare(@Nullable JsonObject described) {
        try {
            account.container(address);
        } catch (EndpointException refused) {
            if (refused.status() != NOT_FOUND || described == null) {
                throw refused;
            }
            unlessThere(() -> account.createDatabase(address.database()));
            unlessThere(() -> account.createContainer(
                    address.database(), described.with("id", new JsonString(address.container()))));
        }
        return account.items(address);
    }

    private static void unlessThere(Runnable creation) {
        try {
            creation.run();
        } catch (EndpointException refused) {
            if (refused.status() != CONFLICT) {
                throw refused;
            }
        }
    }
}
