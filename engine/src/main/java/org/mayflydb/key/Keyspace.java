package org.mayflydb.key;

import org.mayflydb.base.CorruptStoreException;

/**
 * The first byte of every key. The numbers are on disk and never change; {@code docs/KEYSPACE.md} has the layout of each
 * range. Gaps are left for ranges to come.
 */
public enum Keyspace {
    /** In the system partition: which format the store has. */
    FORMAT(0x01),
    /** One per partition: owner, next sequence number, counters. Every commit is conditional on it. */
    HEAD(0x02),
    /** Items by effective partition key and id. */
    ITEM(0x10),
    /** Reserved for items by creation order. */
    CREATION_ORDER(0x11),
    /** Index terms and composite index entries, by path and value. */
    INDEX(0x20),
    /** Items by their shape. */
    SHAPE(0x21),
    /** The shapes that items have or once had, and how many there are. */
    SHAPE_REGISTRY(0x22),
    /** One per partition: which indexing policies its index entries were made by. */
    INDEX_STATE(0x23),
    /** The LSN up to which each set of derived entries is complete. */
    DERIVED_STATE(0x24),
    /** Values of unique keys and the item that holds each. */
    UNIQUE(0x30),
    /** Items by the sequence number of their last write. */
    FEED(0x40),
    /** Items with a lifetime of their own, by deadline. */
    EXPIRY(0x50),
    /** Every version and delete by sequence number, for containers that keep them, and how far back they go. */
    LOG(0x60),
    /** Logical partitions that were deleted as a whole and whose items are still to be removed. */
    DELETED_KEY(0x61),
    /** Reserved for deletions that other regions still have to learn of. */
    TOMBSTONE(0x62),
    /** Reserved for writes that the writing region has not confirmed yet. */
    PENDING_WRITE(0x63),
    /** Reserved for writes of several regions that contradict each other. */
    CONFLICT(0x64),
    /** Reserved for the LSN up to which each region's writes have been applied. */
    REGION_PROGRESS(0x65),
    /** In the system partition: the next numbers to hand out. */
    CATALOG_COUNTERS(0x80),
    /** In the system partition: databases. */
    DATABASE(0x81),
    /** In the system partition: containers by database. */
    CONTAINER(0x82),
    /** In the system partition: partitions of deleted containers whose keys are still to be removed. */
    DROPPED_PARTITION(0x83),
    /** In the system partition: users by database. */
    USER(0x85),
    /** In the system partition: permissions by user. */
    PERMISSION(0x86),
    /** In the system partition: client encryption keys by database. */
    CLIENT_ENCRYPTION_KEY(0x87),
    /** Reserved for role definitions. */
    ROLE_DEFINITION(0x88),
    /** In the system partition: the version of the catalog, and partitions allocated to splits that are not finished. */
    CATALOG_VERSION(0x89),
    /** In the system partition: partitions of deleted containers, with the names of those. */
    DELETED_PARTITION(0x8A),
    /** In the system partition: the ranges of deleted containers, by the hash of the containers' names. */
    FORMER_CONTAINER(0x8B),
    /** In the membership partition: the processes that have opened the store. */
    NODE(0x90);

    private final byte tag;

    Keyspace(int tag) {
        this.tag = (byte) tag;
    }

    /** The range whose keys begin with this byte. */
    public static Keyspace ofTag(byte tag) {
        for (Keyspace keyspace : values()) {
            if (keyspace.tag == tag) {
                return keyspace;
            }
        }
        throw new CorruptStoreException("There is no range of keys with the tag " + tag);
    }

    public byte tag() {
        return tag;
    }

    /** The tag as a key prefix. */
    public byte[] prefix() {
        return new byte[] {tag};
    }
}
