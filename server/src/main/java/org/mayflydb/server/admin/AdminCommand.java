package org.mayflydb.server.admin;

import org.mayflydb.base.UnsupportedException;
import org.mayflydb.json.JsonObject;

/** Something an operator may look at, or do, or both. */
public interface AdminCommand {
    /** The answer to GET. */
    default JsonObject show() {
        throw UnsupportedException.method("GET");
    }

    /** Does it, and answers what POST answers. */
    default JsonObject run(JsonObject parameters) {
        throw UnsupportedException.method("POST");
    }
}
