package org.mayflydb.ttl;

import java.util.OptionalLong;

/** An item known to be visible at the instant it was asked for. Made by {@link ExpiryRule} alone. */
public final class LiveItem {
    private final StoredItem stored;
    private final long deadline;
    private final long seenAt;

    LiveItem(StoredItem stored, long deadline, long seenAt) {
        this.stored = stored;
        this.deadline = deadline;
        this.seenAt = seenAt;
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

    /** The second from which it is expired, or {@link ExpiryRule#NEVER}. */
    public long deadline() {
        return deadline;
    }

    /** How many seconds it had left when it was seen or written; empty if it never expires. */
    public OptionalLong secondsLeft() {
        return deadline == ExpiryRule.NEVER ? OptionalLong.empty() : OptionalLong.of(deadline - seenAt);
    }

    /** What the item was made from, for the write that replaces or removes it. */
    public StoredItem stored() {
        return stored;
    }
}
