package org.mayflydb.app.transfer;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.app.endpoint.Account;
import org.mayflydb.app.endpoint.ContainerAddress;
import org.mayflydb.app.endpoint.EndpointException;
import org.mayflydb.app.endpoint.NewContainer;
import org.mayflydb.app.endpoint.RemoteContainer;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

/** The container that an import writes to, which may have to be created first. */
public final class ImportTarget {
    private static final int NOT_FOUND = 404;

    private final Account account;
    private final ContainerAddress address;
    private final String endpoint;
    private final @Nullable NewContainer creation;
    private boolean created;

    /**
     * @param endpoint for people and for the state of an interrupted import
     * @param creation how to create the container if it is missing; null to leave that to the file
     */
    public ImportTarget(Account account, ContainerAddress address, String endpoint, @Nullable NewContainer creation) {
        this.account = account;
        this.address = address;
        this.endpoint = endpoint;
        this.creation = creation;
    }

    /** Whether the container was missing and has been created. */
    public boolean isCreated() {
        return created;
    }

    String name() {
        return endpoint + " " + address;
    }

    /**
     * The container, which is created, with its database, if it is missing.
     *
     * @param described the container that the file describes; null if it describes none
     * @throws EndpointException with status 404 if it is missing and nothing says how to create it
     */
    RemoteContainer prepare(@Nullable JsonObject described) {
        RemoteContainer container = account.items(address);
        try {
            account.container(address);
        } catch (EndpointException refused) {
            if (refused.status() != NOT_FOUND) {
                throw refused;
            }
            JsonObject properties = properties(described);
            if (properties == null) {
                throw refused.withHint(System.lineSeparator()
                        + "  Create it with --create --partition-key /PATH, where /PATH is the property that items are"
                        + " distributed by, such as /customer.");
            }
            account.createDatabaseIfMissing(address.database());
            created = account.createContainerIfMissing(address, properties);
        }
        if (creation != null) {
            requireKey(container, creation);
        }
        return container;
    }

    /** What the command line says overrides what the file says. */
    private @Nullable JsonObject properties(@Nullable JsonObject described) {
        if (creation == null) {
            return described;
        }
        JsonObject properties = described == null ? JsonObject.empty() : described;
        for (Map.Entry<String, JsonValue> property :
                creation.properties(address.container()).members().entrySet()) {
            properties = properties.with(property.getKey(), property.getValue());
        }
        return properties;
    }

    private void requireKey(RemoteContainer container, NewContainer wanted) {
        List<String> paths =
                container.partitionKey().paths().stream().map(Object::toString).toList();
        if (!paths.equals(wanted.partitionKey())) {
            throw new BadRequestException("The container " + address + " exists, and its partition key is "
                    + String.join(", ", paths) + ", not " + String.join(", ", wanted.partitionKey()) + ".");
        }
    }
}
