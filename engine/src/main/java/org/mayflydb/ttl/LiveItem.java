package org.mayflydb.ttl;

/** An item known to be visible at the instant it was asked for. Made by {@link ExpiryRule} alone. */
public final class LiveItem {
    private final StoredItem stored;

    LiveItem(StoredItem stored) {
        this.stored = stored;
    }

    /** The JSON text as it is sent back, system properties included: a new array with every call. */
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

    /** What the item was made from, for the write that replaces or removes it. */
    public StoredItem stored() {
        return stored;
    }
}
