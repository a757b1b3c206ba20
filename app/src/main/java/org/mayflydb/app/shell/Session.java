package org.mayflydb.app.shell;

import org.jspecify.annotations.Nullable;
import org.mayflydb.app.endpoint.Account;
import org.mayflydb.app.endpoint.AdminApi;
import org.mayflydb.app.endpoint.ContainerAddress;
import org.mayflydb.app.endpoint.Endpoint;
import org.mayflydb.app.endpoint.RemoteContainer;
import org.mayflydb.app.endpoint.Scope;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.key.PartitionKey;

/** An endpoint, and which of its databases and containers is meant. */
public final class Session {
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

    /** Means this database, or this container, from now on; it must exist. */
    public void use(String target) {
        if (target.indexOf('/') < 0) {
            account.database(target);
            database = target;
            container = null;
        } else {
            ContainerAddress address = ContainerAddress.parse(target);
            account.container(address);
            database = address.database();
            container = address.container();
        }
        key = null;
    }

    /** Has queries look at one logical partition only; null at all of them. */
    void narrow(@Nullable PartitionKey to) {
        container();
        key = to;
    }

    /** Which items queries look at. */
    Scope scope() {
        return key == null ? Scope.ALL : Scope.of(key);
    }

    /** The database that is meant, or null. */
    @Nullable
    String database() {
        return database;
    }

    /** The container that is meant. */
    ContainerAddress container() {
        if (database == null || container == null) {
            throw new BadRequestException("Say first which container is meant: .use DATABASE/CONTAINER");
        }
        return new ContainerAddress(database, container);
    }

    RemoteContainer items() {
        return account.items(container());
    }

    /** What is meant, for a prompt. */
    String place() {
        if (database == null) {
            return "mayfly";
        }
        return container == null ? database : database + "/" + container + (key == null ? "" : key.toString());
    }
}
