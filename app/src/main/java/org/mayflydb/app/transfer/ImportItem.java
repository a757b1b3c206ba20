package org.mayflydb.app.transfer;

import org.mayflydb.json.JsonObject;
import org.mayflydb.key.PartitionKey;

/**
 * An item that is to be written.
 *
 * @param line where it comes from
 * @param json as it is sent
 */
record ImportItem(Line line, PartitionKey key, JsonObject json) {

    /** The same for two items of which the later replaces the earlier. */
    String identity() {
        return json.get("id") + " " + key;
    }
}
