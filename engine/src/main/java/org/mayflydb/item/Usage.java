package org.mayflydb.item;

/** How many items a container has and how large their JSON is; expired items count in neither, purged or not. */
public record Usage(long items, long bytes) {
    Usage plus(Usage other) {
        return new Usage(items + other.items, bytes + other.bytes);
    }

    Usage minus(Usage other) {
        return new Usage(items - other.items, bytes - other.bytes);
    }
}
