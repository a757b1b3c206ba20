package org.mayflydb.server.protocol;

import org.jspecify.annotations.Nullable;

/**
 * How fresh reads are, weakest first. Here every read is of the newest state; the level of the account decides what clients
 * do by themselves, and what they may ask for.
 */
public enum Consistency {
    EVENTUAL("Eventual"),
    CONSISTENT_PREFIX("ConsistentPrefix"),
    SESSION("Session"),
    BOUNDED_STALENESS("BoundedStaleness"),
    STRONG("Strong");

    private final String wireName;

    Consistency(String wireName) {
        this.wireName = wireName;
    }

    /** As in headers and in the account. */
    public String wireName() {
        return wireName;
    }

    /** The level of this name, in any letter case; null if there is none. */
    public static @Nullable Consistency ofWireName(String name) {
        for (Consistency level : values()) {
            if (level.wireName.equalsIgnoreCase(name)) {
                return level;
            }
        }
        return null;
    }

    public boolean isStrongerThan(Consistency other) {
        return compareTo(other) > 0;
    }
}
