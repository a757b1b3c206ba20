package org.mayflydb.ownership.simulation;

import org.jspecify.annotations.Nullable;
import org.mayflydb.ownership.OwnedPartition;

/** A chain of steps of one node. */
class Task {
    enum Kind {
        RENEWAL,
        POLL,
        CATALOG_POLL,
        LEAVE,
        ACQUIRE,
        RELEASE,
        SWITCH,
        READ,
        WRITE,
        PURGE,
        CATALOG,
        BARRIER,
        SPLIT,
        COLLECT,
        RECORDS
    }

    final Kind kind;
    final int partition;

    /** The catalog that a purge goes by; for the invariants. */
    long ruleVersion;

    @Nullable
    Policy rule;

    final Runnable ended;

    @Nullable
    OwnedPartition turn;

    Task(Kind kind, int partition, Runnable ended) {
        this.kind = kind;
        this.partition = partition;
        this.ended = ended;
    }

    /** The second from which on a purge may delete an item. */
    long purgeDeadline(Version version) {
        Policy policy = rule;
        return policy == null ? Version.NOT_YET : version.deadline(policy);
    }
}
