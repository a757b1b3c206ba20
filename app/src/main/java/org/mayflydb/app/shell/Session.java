package org.mayflydb.app.shell;

import org.jspecify.annotations.Nullable;
import org.mayflydb.app.endpoint.Account;
import org.mayflydb.app.endpoint.AdminApi;
import org.mayflydb.app.endpoint.ContainerAddress;
import org.mayflydb.app.endpoint.Endpoint;
import org.mayflydb.app.endpoint.EndpointException;
import org.mayflydb.app.endpoint.QueryScope;
import org.mayflydb.app.endpoint.RemoteContainer;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.key.PartitionKey;

/** An endpoint, and the database and container in use. */
public final class Session {
    private static final int NOT_FOUND = 404;

    private final Endpoint endpoint;
    private final Account account;
    private final AdminApi admin;
    private @Nullable String database;
    private @Nullable String container;
    private @Nullable PartitionKey key;

    public Session(Endpoint endpoint) {
        this.endpoint = endpoint;
        this.account = new Account(endpoint);
        this.admin = new AdminApi(endpoint);
    }

    public Endpoint endpoint() {
        return endpoint;
    }

    public Account account() {
        return account;
    }

    public AdminApi admin() {
        return admin;
    }

    /** Selects a database or a container, which must exist. */
    public void use(String target) {
        if (target.indexOf('/') < 0) {
            found(() -> account.database(target), ".create " + target);
            database = target;
            container = null;
        } else {
            ContainerAddress address = ContainerAddress.parse(target);
            found(() -> account.container(address), ".create " + target + " --partition-key /PATH");
            database = address.database();
            container = address.container();
        }
        key = null;
    }

    private static void found(Runnable lookup, String creation) {
        try {
            lookup.run();
        } catch (EndpointException failure) {
            throw failure.status() == NOT_FOUND ? failure.withHint(" Create it with: " + creation) : failure;
        }
    }

    /** Has queries look at one logical partition only; null at all of them. */
    void narrow(@Nullable PartitionKey to) {
        container();
        key = to;
    }

    /** Which items queries look at. */
    QueryScope scope() {
        return key == null ? QueryScope.ALL : QueryScope.of(key);
    }

    /** The database in use, or null. */
    @Nullable
    String database() {
        return database;
    }

    /** The container in use. */
    ContainerAddress container() {
        if (database == null || container == null) {
            throw new BadRequestException("Choose a container first: .use DATABASE/CONTAINER");
        }
        return new ContainerAddress(database, container);
    }

    RemoteContainer items() {
        return account.items(container());
    }

    /** What is in use, for the prompt. */
    String place() {
        if (database == null) {
            return "mayfly";
        }
        return container == null ? database : database + "/" + container + (key == null ? "" : key.toString());
    }
}
