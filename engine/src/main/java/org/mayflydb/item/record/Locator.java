package org.mayflydb.item.record;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.base.Invariant;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.KeyDigest;
import org.mayflydb.key.OrderedBytes;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.storage.KeyRange;

/**
 * The effective partition key of an item followed by its id: what names it within its container, and a part of most of
 * its keys.
 *
 * <p>Effective partition keys of hash version 2 have one length within a container and stand as they are; those of
 * version 1 do not, and are escaped so that none is the beginning of another.
 *
 * <p>If several partition keys have the same hash, the first item with an id has this plain locator. Items of other keys with
 * the same hash and id have a discriminated one: between hash and id it has {@code FF}, which begins no id, and the digest of
 * the partition key.
 */
public final class Locator {
    private static final int HASH_BYTES = 16;

    /** No UTF-8 text contains this byte. */
    private static final byte DISCRIMINATOR = (byte) 0xFF;

    private static final int DISCRIMINATOR_BYTES = 1 + KeyDigest.BYTES;

    private final byte[] bytes;
    private final int prefixLength;

    private Locator(byte[] bytes, int prefixLength) {
        this.bytes = bytes;
        this.prefixLength = prefixLength;
    }

    public static Locator of(PartitionKeyDefinition definition, EffectivePartitionKey epk, byte[] id) {
        return of(prefixOf(definition, epk), id);
    }

    /** The plain locator if {@code suffix} is an id. */
    public static Locator of(byte[] prefix, byte[] suffix) {
        byte[] bytes = Arrays.copyOf(prefix, prefix.length + suffix.length);
        System.arraycopy(suffix, 0, bytes, prefix.length, suffix.length);
        return checked(bytes, prefix.length);
    }

    /** What the locators of all items with this effective partition key begin with. */
    public static byte[] prefixOf(PartitionKeyDefinition definition, EffectivePartitionKey epk) {
        return definition.version() == 1 ? escaped(epk.array()) : epk.array();
    }

    /** The keys of the items whose effective partition keys lie in {@code range}. */
    public static KeyRange itemsOf(PartitionKeyDefinition definition, EpkRange range) {
        KeyRange all = ItemKeys.items(new byte[0]);
        // Beyond the last key of all there is no other, also where an id follows the effective partition key.
        byte[] upper = range.max().equals(EffectivePartitionKey.MAX) ? all.upper() : boundOf(definition, range.max());
        return new KeyRange(boundOf(definition, range.min()), upper);
    }

    /**
     * The first key of an item that can have this effective partition key or a larger one. A bound that is longer than a hash
     * comes after all items with the hash that it begins with.
     */
    private static byte[] boundOf(PartitionKeyDefinition definition, EffectivePartitionKey epk) {
        byte[] prefix = prefixOf(definition, epk);
        if (definition.version() == 1) {
            // Without its end, an escaped key is not after anything that has a larger one.
            return ItemKeys.items(Arrays.copyOf(prefix, prefix.length - OrderedBytes.END_BYTES))
                    .lower();
        }
        int hashLength = hashLength(definition);
        return prefix.length <= hashLength
                ? ItemKeys.items(prefix).lower()
                : Invariant.present(
                        ItemKeys.items(Arrays.copyOf(prefix, hashLength)).upper(), "a tag has a successor");
    }

    public static Locator decode(PartitionKeyDefinition definition, byte[] bytes) {
        return checked(bytes, prefixLength(definition, bytes));
    }

    private static Locator checked(byte[] bytes, int prefixLength) {
        Locator locator = new Locator(bytes, prefixLength);
        if (locator.idStart() > bytes.length) {
            throw new CorruptStoreException("A locator ends within the digest of its partition key");
        }
        return locator;
    }

    /** What a locator, or another key that begins with an effective partition key, has before the rest. */
    public static byte[] prefixIn(PartitionKeyDefinition definition, byte[] bytes) {
        return Arrays.copyOf(bytes, prefixLength(definition, bytes));
    }

    private static int prefixLength(PartitionKeyDefinition definition, byte[] bytes) {
        int length = definition.version() == 1 ? OrderedBytes.endOfBytes(bytes, 0) : hashLength(definition);
        if (length > bytes.length) {
            throw new CorruptStoreException("A key names no item: it ends within its effective partition key");
        }
        return length;
    }

    private static int hashLength(PartitionKeyDefinition definition) {
        boolean hashedTogether = definition.kind() == PartitionKeyDefinition.Kind.HASH;
        return HASH_BYTES * (hashedTogether ? 1 : definition.paths().size());
    }

    private static byte[] escaped(byte[] bytes) {
        byte[] escaped = new byte[OrderedBytes.encodedLength(bytes)];
        OrderedBytes.putBytes(escaped, 0, bytes);
        return escaped;
    }

    /** The whole; not to be changed. */
    public byte[] bytes() {
        return bytes;
    }

    public byte[] prefix() {
        return Arrays.copyOf(bytes, prefixLength);
    }

    /** What follows the prefix: the id, after the discriminator if there is one. Identifies the item within its hash. */
    public byte[] suffix() {
        return Arrays.copyOfRange(bytes, prefixLength, bytes.length);
    }

    public byte[] id() {
        return Arrays.copyOfRange(bytes, idStart(), bytes.length);
    }

    private int idStart() {
        return isDiscriminated() ? prefixLength + DISCRIMINATOR_BYTES : prefixLength;
    }

    public boolean isDiscriminated() {
        return prefixLength < bytes.length && bytes[prefixLength] == DISCRIMINATOR;
    }

    /** The digest of the partition key, which only a discriminated locator has. */
    @Nullable
    public KeyDigest keyDigest() {
        return isDiscriminated() ? KeyDigest.wrap(Arrays.copyOfRange(bytes, prefixLength + 1, idStart())) : null;
    }

    /** The locator of the item of this partition key, where the plain locator, which this is, belongs to another key. */
    public Locator discriminated(KeyDigest key) {
        byte[] id = id();
        byte[] suffix = new byte[DISCRIMINATOR_BYTES + id.length];
        suffix[0] = DISCRIMINATOR;
        System.arraycopy(key.bytes(), 0, suffix, 1, KeyDigest.BYTES);
        System.arraycopy(id, 0, suffix, DISCRIMINATOR_BYTES, id.length);
        return sibling(suffix);
    }

    public EffectivePartitionKey epk(PartitionKeyDefinition definition) {
        return epkIn(definition, bytes);
    }

    /** The effective partition key that a locator, or another key, begins with. */
    public static EffectivePartitionKey epkIn(PartitionKeyDefinition definition, byte[] bytes) {
        return EffectivePartitionKey.wrap(
                definition.version() == 1 ? OrderedBytes.readBytes(bytes, 0) : prefixIn(definition, bytes));
    }

    public String idText() {
        return new String(id(), StandardCharsets.UTF_8);
    }

    /** The item with another {@link #suffix} and the same effective partition key. */
    public Locator sibling(byte[] suffix) {
        return of(prefix(), suffix);
    }

    @Override
    public String toString() {
        return "item '" + idText() + "'";
    }
}
