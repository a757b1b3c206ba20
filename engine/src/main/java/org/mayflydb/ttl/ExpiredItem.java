package org.mayflydb.ttl;

/**
 * An item that is past its deadline and has not been deleted yet, for operators who look at what is about to go. It is no
 * {@link LiveItem} and cannot become one, so no answer to a reader is made of it. Made by {@link ExpiryRule} alone.
 */
public final class ExpiredItem {
    private final StoredItem stored;
    private final long deadline;

    ExpiredItem(StoredItem stored, long deadline) {
        this.stored = stored;
        this.deadline = deadline;
    }

    /** The JSON text as it was before the item expired, system properties included: a new array with every call. */
    public byte[] json() {
        return stored.json();
    }

    public String jsonText() {
        return stored.jsonText();
    }

    /** The length of the JSON text in bytes. */
    public int size() {
        return stored.size();
    }

    public String etag() {
        return stored.version().etag();
    }

    public ItemVersion version() {
        return stored.version();
    }

    /** The second of the last write. */
    public long timestamp() {
        return stored.timestamp();
    }

    public Lifetime lifetime() {
        return stored.lifetime();
    }

    /** The second from which it has been expired. */
    public long deadline() {
        return deadline;
    }
}
