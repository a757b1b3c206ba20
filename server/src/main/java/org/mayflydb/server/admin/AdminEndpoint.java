package org.mayflydb.server.admin;

import java.util.Set;
import org.mayflydb.base.UnsupportedException;
import org.mayflydb.json.JsonObject;

/** Something an operator may look at, or do, or both. */
public interface AdminEndpoint {
    /** The query parameters of GET that it knows. */
    default Set<String> parameters() {
        return Set.of();
    }

    /** Returns what GET asks for. */
    default JsonObject show(QueryParameters parameters) {
        throw UnsupportedException.method("GET");
    }

    /** Does what POST asks for, and returns its answer. */
    default JsonObject run(JsonObject parameters) {
        throw UnsupportedException.method("POST");
    }
}
