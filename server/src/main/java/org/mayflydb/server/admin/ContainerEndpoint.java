package org.mayflydb.server.admin;

import java.util.Set;
import org.mayflydb.base.UnsupportedException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.item.Items;
import org.mayflydb.json.JsonObject;

/** Something an operator may look at, or do, in one container. */
interface ContainerEndpoint {
    /** The container that is asked about. */
    record Target(ContainerRecord container, Items items) {}

    /** The parameters of GET that it knows. */
    default Set<String> parameters() {
        return Set.of();
    }

    /** The answer to GET. */
    default JsonObject show(Target target, QueryParameters parameters) {
        throw UnsupportedException.method("GET");
    }

    /** Does it, and answers what POST answers. */
    default JsonObject run(Target target, JsonObject parameters) {
        throw UnsupportedException.method("POST");
    }
}
