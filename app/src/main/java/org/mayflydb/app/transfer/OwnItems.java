package org.mayflydb.app.transfer;

import org.mayflydb.app.endpoint.EndpointException;
import org.mayflydb.app.endpoint.RemoteContainer;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;

/**
 * Tells whether an item that is there already was written by the run before, which was interrupted before it could say so:
 * if the item lies among the lines that may have been sent, and is the same.
 */
final class OwnItems {
    private static final int NOT_FOUND = 404;

    private final RemoteContainer container;
    private final long maybeSent;
    private final boolean deadlinesKept;

    /**
     * @param maybeSent up to where lines of the file may have been sent, in bytes
     * @param deadlinesKept whether items get the {@code ttl} that they have left, which is less every second
     */
    OwnItems(RemoteContainer container, long maybeSent, boolean deadlinesKept) {
        this.container = container;
        this.maybeSent = maybeSent;
        this.deadlinesKept = deadlinesKept;
    }

    boolean has(ImportItem item) {
        if (item.line().end() > maybeSent || !(item.json().get("id") instanceof JsonString id)) {
            return false;
        }
        try {
            JsonObject found = container.read(item.key(), id.value()).json();
            return compared(ItemLine.of(found, ItemLine.Kept.NONE)).equals(compared(item.json()));
        } catch (EndpointException answered) {
            if (answered.status() == NOT_FOUND) {
                // Another item has one of its unique values.
                return false;
            }
            throw answered;
        }
    }

    private JsonObject compared(JsonObject item) {
        return deadlinesKept ? item.without("ttl") : item;
    }
}
