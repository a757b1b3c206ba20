package org.mayflydb.item.record;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.KeyDigest;
import org.mayflydb.key.Keyspace;
import org.mayflydb.storage.KeyRange;

/** The keys of everything stored for an item. The layouts are in {@code docs/KEYSPACE.md}. */
public final class ItemKeys {
    private static final KeyRange FEED = KeyRange.prefix(Keyspace.FEED.prefix());

    /** Begins no effective partition key: those of version 2 begin with two clear bits, those of version 1 with a type. */
    private static final byte DELETED_KEY_DIGEST = (byte) 0xFF;

    private static final int DELETED_KEY_EPK_START = 2 + KeyDigest.BYTES;

    private ItemKeys() {}

    public static byte[] item(Locator locator) {
        return item(locator.bytes());
    }

    public static byte[] item(byte[] locator) {
        return tagged(Keyspace.ITEM, locator);
    }

    /** The items whose locators begin with {@code locatorPrefix}. */
    public static KeyRange items(byte[] locatorPrefix) {
        return KeyRange.prefix(tagged(Keyspace.ITEM, locatorPrefix));
    }

    public static byte[] locatorOfItem(byte[] itemKey) {
        return Arrays.copyOfRange(itemKey, 1, itemKey.length);
    }

    public static byte[] feed(long lsn, short ordinal) {
        return ByteBuffer.allocate(11)
                .put(Keyspace.FEED.tag())
                .putLong(lsn)
                .putShort(ordinal)
                .array();
    }

    public static long lsnOfFeed(byte[] feedKey) {
        return ByteBuffer.wrap(feedKey).getLong(1);
    }

    public static short ordinalOfFeed(byte[] feedKey) {
        return ByteBuffer.wrap(feedKey).getShort(9);
    }

    /** The feed after everything with sequence number {@code lsn}. */
    public static KeyRange feedAfter(long lsn) {
        return new KeyRange(feed(lsn + 1, (short) 0), FEED.upper());
    }

    /** The feed from one sequence number to another, both included. */
    public static KeyRange feedBetween(long fromLsn, long untilLsn) {
        return new KeyRange(feed(fromLsn, (short) 0), feed(untilLsn + 1, (short) 0));
    }

    public static byte[] expiry(long deadline, long lsn, short ordinal) {
        return ByteBuffer.allocate(19)
                .put(Keyspace.EXPIRY.tag())
                .putLong(deadline)
                .putLong(lsn)
                .putShort(ordinal)
                .array();
    }

    public static long deadlineOfExpiry(byte[] expiryKey) {
        return ByteBuffer.wrap(expiryKey).getLong(1);
    }

    public static long lsnOfExpiry(byte[] expiryKey) {
        return ByteBuffer.wrap(expiryKey).getLong(9);
    }

    public static short ordinalOfExpiry(byte[] expiryKey) {
        return ByteBuffer.wrap(expiryKey).getShort(17);
    }

    /** The expiry entries from {@code fromDeadline}, in that second after {@code lsn}, to {@code untilDeadline}. */
    public static KeyRange expiryAfter(long fromDeadline, long lsn, long untilDeadline) {
        return new KeyRange(expiry(fromDeadline, lsn + 1, (short) 0), expiry(untilDeadline + 1, 0, (short) 0));
    }

    /** The entry of one combination of values of one unique key, for the first partition key of the hash that has it. */
    public static byte[] unique(int keyIndex, byte[] locatorPrefix, byte[] valuesDigest) {
        return ByteBuffer.allocate(2 + locatorPrefix.length + valuesDigest.length)
                .put(Keyspace.UNIQUE.tag())
                .put((byte) keyIndex)
                .put(locatorPrefix)
                .put(valuesDigest)
                .array();
    }

    /** The same entry for a further partition key with the same hash. */
    public static byte[] discriminated(byte[] unique, KeyDigest key) {
        byte[] discriminated = Arrays.copyOf(unique, unique.length + KeyDigest.BYTES);
        System.arraycopy(key.bytes(), 0, discriminated, unique.length, KeyDigest.BYTES);
        return discriminated;
    }

    /** The record of a logical partition that was deleted as a whole. */
    public static byte[] deletedKey(EffectivePartitionKey epk, @Nullable KeyDigest digest) {
        byte[] hash = epk.array();
        return digest == null
                ? tagged(Keyspace.DELETED_KEY, hash)
                : ByteBuffer.allocate(DELETED_KEY_EPK_START + hash.length)
                        .put(Keyspace.DELETED_KEY.tag())
                        .put(DELETED_KEY_DIGEST)
                        .put(digest.bytes())
                        .put(hash)
                        .array();
    }

    public static EffectivePartitionKey epkOfDeletedKey(byte[] key) {
        int start = hasKeyDigest(key) ? DELETED_KEY_EPK_START : 1;
        return EffectivePartitionKey.wrap(Arrays.copyOfRange(key, start, key.length));
    }

    /** The digest of the deleted partition key; null in a record that says only which hash was deleted. */
    public static @Nullable KeyDigest digestOfDeletedKey(byte[] key) {
        return hasKeyDigest(key) ? KeyDigest.wrap(Arrays.copyOfRange(key, 2, DELETED_KEY_EPK_START)) : null;
    }

    private static boolean hasKeyDigest(byte[] deletedKey) {
        return deletedKey.length >= DELETED_KEY_EPK_START && deletedKey[1] == DELETED_KEY_DIGEST;
    }

    private static byte[] tagged(Keyspace keyspace, byte[] rest) {
        byte[] key = new byte[1 + rest.length];
        key[0] = keyspace.tag();
        System.arraycopy(rest, 0, key, 1, rest.length);
        return key;
    }
}
