package org.mayflydb.item.expiry;

/** How many items a container has and how large their JSON is; expired items count in neither, purged or not. */
public record Usage(long items, long bytes) {
    public Usage plus(Usage other) {
        return new Usage(items + other.items, bytes + other.bytes);
    }

    public Usage minus(Usage other) {
        return new Usage(items - other.items, bytes - other.bytes);
    }
}
