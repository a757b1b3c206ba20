package org.mayflydb.ttl;

/** Who decides how long an item lives. */
public enum LifetimeOrigin {
    /** The container has no {@code defaultTtl}: nothing expires, whatever the item says. */
    TIME_TO_LIVE_OFF,
    /** The item says {@code "ttl": -1}. */
    ITEM_NEVER,
    /** The item has a number of seconds of its own. */
    ITEM_SECONDS,
    /** The item says nothing, and the container has a number of seconds. */
    CONTAINER_DEFAULT,
    /** The item says nothing, and the container's {@code defaultTtl} is -1. */
    CONTAINER_WITHOUT_DEFAULT
}
