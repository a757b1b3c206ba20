package org.mayflydb.item;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.OrderedBytes;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.storage.KeyRange;

/**
 * The effective partition key of an item followed by its id: what names it within its container, and a part of most of
 * its keys.
 *
 * <p>Effective partition keys of hash version 2 have one length within a container and stand as they are; those of
 * version 1 do not, and are escaped so that none is the beginning of another.
 */
final class Locator {
    private static final int HASH_BYTES = 16;

    private final byte[] bytes;
    private final int prefixLength;

    private Locator(byte[] bytes, int prefixLength) {
        this.bytes = bytes;
        this.prefixLength = prefixLength;
    }

    static Locator of(PartitionKeyDefinition definition, EffectivePartitionKey epk, byte[] id) {
        return of(prefixOf(definition, epk), id);
    }

    static Locator of(byte[] prefix, byte[] id) {
        byte[] bytes = Arrays.copyOf(prefix, prefix.length + id.length);
        System.arraycopy(id, 0, bytes, prefix.length, id.length);
        return new Locator(bytes, prefix.length);
    }

    /** What the locators of all items with this effective partition key begin with. */
    static byte[] prefixOf(PartitionKeyDefinition definition, EffectivePartitionKey epk) {
        return definition.version() == 1 ? escaped(epk.array()) : epk.array();
    }

    /** The keys of the items whose effective partition keys lie in {@code range}. */
    static KeyRange itemsOf(PartitionKeyDefinition definition, EpkRange range) {
        byte[] lower = boundOf(definition, range.min());
        // Beyond the last key of all there is no other, also where an id follows the effective partition key.
        KeyRange all = ItemKeys.items(new byte[0]);
        byte[] upper = range.max().equals(EffectivePartitionKey.MAX)
                ? all.upper()
                : ItemKeys.items(boundOf(definition, range.max())).lower();
        return new KeyRange(ItemKeys.items(lower).lower(), upper);
    }

    /** What is not before anything with a smaller effective partition key: escaped ones without their end. */
    private static byte[] boundOf(PartitionKeyDefinition definition, EffectivePartitionKey epk) {
        byte[] prefix = prefixOf(definition, epk);
        return definition.version() == 1 ? Arrays.copyOf(prefix, prefix.length - OrderedBytes.END_BYTES) : prefix;
    }

    static Locator decode(PartitionKeyDefinition definition, byte[] bytes) {
        int prefixLength = definition.version() == 1 ? OrderedBytes.endOfBytes(bytes, 0) : hashLength(definition);
        if (prefixLength > bytes.length) {
            throw new CorruptStoreException("A key names no item: it ends within its effective partition key");
        }
        return new Locator(bytes, prefixLength);
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
    byte[] bytes() {
        return bytes;
    }

    byte[] prefix() {
        return Arrays.copyOf(bytes, prefixLength);
    }

    byte[] id() {
        return Arrays.copyOfRange(bytes, prefixLength, bytes.length);
    }

    EffectivePartitionKey epk(PartitionKeyDefinition definition) {
        return EffectivePartitionKey.wrap(definition.version() == 1 ? OrderedBytes.readBytes(bytes, 0) : prefix());
    }

    String idText() {
        return new String(id(), StandardCharsets.UTF_8);
    }

    /** The item with another id in the same logical partition. */
    Locator sibling(byte[] id) {
        return of(prefix(), id);
    }

    @Override
    public String toString() {
        return "item '" + idText() + "'";
    }
}
