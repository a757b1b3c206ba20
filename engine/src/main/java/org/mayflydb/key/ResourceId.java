package org.mayflydb.key;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The short name that the server gives to what it creates; clients decode it, so its bytes are fixed.
 *
 * <p>A database has four bytes. A container adds four whose highest bit is set, a user four whose highest bit is clear.
 * What lives in a container adds eight: an ordinal of sixty bits, little-endian, with the kind in the last four. A
 * permission adds the same to its user, with zero as the kind. A client encryption key adds four zero bytes to its database, and
 * then its number and a two, little-endian. An offer has three bytes and stands alone. The text is {@link ResourceIdText}.
 *
 * @param database number of the database, zero only for an offer
 * @param owned number of the container or user inside the database, zero for what is in neither
 * @param ordinal of what lives in a container, or the number of a permission, a client encryption key or an offer; zero for the
 *     rest
 */
public record ResourceId(Kind kind, int database, int owned, long ordinal) {

    static final int CONTAINER_BIT = 0x8000_0000;
    static final int OFFER_BYTES = 3;
    static final long CLIENT_ENCRYPTION_KEY_MARK = 2L << 32;

    private static final long ORDINAL_MAX = (1L << 60) - 1;
    private static final int OFFER_MAX = (1 << 24) - 1;
    private static final int NO_NIBBLE = -1;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LITTLE_LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** What is named; things in a container carry the kind as a nibble. */
    public enum Kind {
        DATABASE(4, NO_NIBBLE),
        CONTAINER(8, NO_NIBBLE),
        USER(8, NO_NIBBLE),
        ITEM(16, 0),
        CONFLICT(16, 4),
        PARTITION_KEY_RANGE(16, 5),
        USER_DEFINED_FUNCTION(16, 6),
        TRIGGER(16, 7),
        STORED_PROCEDURE(16, 8),
        PERMISSION(16, NO_NIBBLE),
        CLIENT_ENCRYPTION_KEY(16, NO_NIBBLE),
        OFFER(OFFER_BYTES, NO_NIBBLE);

        private final int bytes;
        private final int nibble;

        Kind(int bytes, int nibble) {
            this.bytes = bytes;
            this.nibble = nibble;
        }

        static @Nullable Kind ofNibble(int nibble) {
            for (Kind kind : values()) {
                if (kind.nibble == nibble) {
                    return kind;
                }
            }
            return null;
        }
    }

    public ResourceId {
        boolean inContainer = kind.nibble != NO_NIBBLE;
        require((database != 0) == (kind != Kind.OFFER), "a database has a number other than zero");
        require((owned < 0) == (kind == Kind.CONTAINER || inContainer), "a container has its highest bit set");
        require((owned > 0) == (kind == Kind.USER || kind == Kind.PERMISSION), "a user has a number above zero");
        require(ordinal >= 0 && ordinal <= ordinalMax(kind), "the ordinal is too large for what is named");
    }

    /** The name of a database; any number but zero. */
    public static ResourceId database(int number) {
        return new ResourceId(Kind.DATABASE, number, 0, 0);
    }

    /** The name of an offer, whose number has 24 bits. */
    public static ResourceId offer(int number) {
        return new ResourceId(Kind.OFFER, 0, 0, number);
    }

    /** The name of a container in this database; numbers count from 1. */
    public ResourceId container(int number) {
        require(kind == Kind.DATABASE && number > 0, "containers are in databases and count from 1");
        return new ResourceId(Kind.CONTAINER, database, number | CONTAINER_BIT, 0);
    }

    /** The name of a user in this database; numbers count from 1. */
    public ResourceId user(int number) {
        require(kind == Kind.DATABASE && number > 0, "users are in databases and count from 1");
        return new ResourceId(Kind.USER, database, number, 0);
    }

    /** The name of a client encryption key in this database; numbers count from 1. */
    public ResourceId clientEncryptionKey(int number) {
        require(kind == Kind.DATABASE && number > 0, "client encryption keys are in databases and count from 1");
        return new ResourceId(Kind.CLIENT_ENCRYPTION_KEY, database, 0, number);
    }

    /** The name of a permission of this user. */
    public ResourceId permission(long number) {
        require(kind == Kind.USER, "permissions belong to users");
        return new ResourceId(Kind.PERMISSION, database, owned, number);
    }

    /** The name of an item in this container. */
    public ResourceId item(long ordinal) {
        return inside(Kind.ITEM, ordinal);
    }

    /** The name of a partition key range of this container. */
    public ResourceId partitionKeyRange(long ordinal) {
        return inside(Kind.PARTITION_KEY_RANGE, ordinal);
    }

    /** The name of something of this kind in this container. */
    public ResourceId inside(Kind member, long ordinal) {
        require(kind == Kind.CONTAINER && member.nibble != NO_NIBBLE, "this is in no container");
        return new ResourceId(member, database, owned, ordinal);
    }

    /** The database that this belongs to. */
    public ResourceId parentDatabase() {
        require(kind != Kind.OFFER, "an offer is in no database");
        return database(database);
    }

    /** The container that this is or belongs to. */
    public ResourceId parentContainer() {
        require(owned < 0, "this is in no container");
        return new ResourceId(Kind.CONTAINER, database, owned, 0);
    }

    /** The user that this is or belongs to. */
    public ResourceId parentUser() {
        require(owned > 0, "this belongs to no user");
        return new ResourceId(Kind.USER, database, owned, 0);
    }

    /** Reads the text of a name; null if it is none. */
    public static @Nullable ResourceId parse(String text) {
        return ResourceIdText.decode(text);
    }

    /** The text, standard Base64 with {@code -} for {@code /}. */
    @Override
    public String toString() {
        return ResourceIdText.encode(toBytes());
    }

    byte[] toBytes() {
        byte[] bytes = new byte[kind.bytes];
        if (kind == Kind.OFFER) {
            bytes[0] = (byte) (ordinal >>> 16);
            bytes[1] = (byte) (ordinal >>> 8);
            bytes[2] = (byte) ordinal;
            return bytes;
        }
        INT.set(bytes, 0, database);
        if (bytes.length > 4) {
            INT.set(bytes, 4, owned);
        }
        if (bytes.length > 8) {
            LITTLE_LONG.set(bytes, 8, ordinal | mark());
        }
        return bytes;
    }

    /** What tells the kind, beside the number. */
    private long mark() {
        return kind == Kind.CLIENT_ENCRYPTION_KEY ? CLIENT_ENCRYPTION_KEY_MARK : (long) Math.max(kind.nibble, 0) << 60;
    }

    /** Zero for what has no ordinal. */
    private static long ordinalMax(Kind kind) {
        return switch (kind) {
            case DATABASE, CONTAINER, USER -> 0;
            case CLIENT_ENCRYPTION_KEY -> Integer.MAX_VALUE;
            case OFFER -> OFFER_MAX;
            default -> ORDINAL_MAX;
        };
    }

    private static void require(boolean condition, String complaint) {
        if (!condition) {
            throw new IllegalArgumentException(complaint);
        }
    }
}
