package org.mayflydb.server.protocol;

import org.jspecify.annotations.Nullable;

/**
 * Consistency levels, weakest first. Reads always return the latest state; the level of the account determines what clients
 * do on their side, and which levels they may request.
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
