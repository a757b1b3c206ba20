package org.mayflydb.app.shell;

import java.util.ArrayList;
import java.util.List;
import org.mayflydb.app.endpoint.EndpointException;
import org.mayflydb.app.endpoint.QueryCursor;
import org.mayflydb.app.endpoint.QueryScope;
import org.mayflydb.app.endpoint.RemoteContainer;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyDefinition;

/** Finds the partition key of an item by its id, which is unique in a logical partition only. */
final class KeyLookup {
    /** Enough to name some of them. */
    private static final int FOUND_MAX = 5;

    private final RemoteContainer items;

    KeyLookup(RemoteContainer items) {
        this.items = items;
    }

    /** Whether the id is the partition key. */
    static boolean isById(PartitionKeyDefinition definition) {
        return definition.paths().size() == 1
                && definition.paths().get(0).toString().equals("/id");
    }

    /**
     * @throws EndpointException if there is no such item
     * @throws BadRequestException if there are several
     */
    PartitionKey keyOf(String id) {
        PartitionKeyDefinition definition = items.partitionKey();
        if (isById(definition)) {
            return PartitionKey.of(id);
        }
        List<PartitionKey> found = new ArrayList<>();
        QueryCursor cursor =
                items.query("SELECT * FROM c WHERE c.id = " + new JsonString(id), QueryScope.ALL, FOUND_MAX);
        while (cursor.hasNext() && found.size() < FOUND_MAX) {
            for (JsonValue item : cursor.next().rows()) {
                found.add(PartitionKey.from(definition, (JsonObject) item));
            }
        }
        if (found.isEmpty()) {
            throw EndpointException.failed("There is no item with the id '" + id + "' in " + items.address()
                    + ". If it has expired, add its partition key.");
        }
        if (found.size() > 1) {
            throw new BadRequestException("There are several items with the id '" + id + "' in " + items.address()
                    + ": add the partition key, which is one of " + found + ".");
        }
        return found.get(0);
    }
}
