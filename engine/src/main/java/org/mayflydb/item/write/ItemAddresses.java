package org.mayflydb.item.write;

import java.nio.charset.StandardCharsets;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.item.record.ItemName;
import org.mayflydb.item.record.Locator;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.ItemId;
import org.mayflydb.key.KeyMatcher;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.key.PartitionKeyHasher;

/** Turns the ids and partition keys of requests into the places of items, or refuses them. */
public final class ItemAddresses {
    private final PartitionKeyDefinition definition;
    private final KeyMatcher.Factory matchers;

    /**
     * Where an item is.
     *
     * @param hash of its partition key, which determines its partition
     */
    public record Address(EffectivePartitionKey hash, ItemName name) {}

    public ItemAddresses(PartitionKeyDefinition definition) {
        this.definition = definition;
        this.matchers = new KeyMatcher.Factory(definition);
    }

    public PartitionKeyDefinition definition() {
        return definition;
    }

    /** The address of the item that a request names; not found if no item can have the id. */
    public Address of(String id, PartitionKey partitionKey) {
        byte[] idBytes = idBytes(id);
        if (idBytes.length == 0 || idBytes.length > ItemId.BYTES_MAX) {
            throw NotFoundException.resource();
        }
        PartitionKey key = complete(partitionKey);
        return at(idBytes, key, matchers.of(key));
    }

    /**
     * The address of an item that a request brings along.
     *
     * @param key the key of the item
     */
    public Address of(IncomingItem item, PartitionKey key) {
        definition.checkSizes(key);
        return at(idBytes(item.id()), key, matchers.of(key, item.keyDigest()));
    }

    /** The hash of a whole partition key. */
    public EffectivePartitionKey hash(PartitionKey partitionKey) {
        return PartitionKeyHasher.hash(definition, complete(partitionKey));
    }

    private Address at(byte[] id, PartitionKey key, KeyMatcher matcher) {
        EffectivePartitionKey hash = PartitionKeyHasher.hash(definition, key);
        return new Address(hash, new ItemName(Locator.of(definition, hash, id), matcher));
    }

    private PartitionKey complete(PartitionKey partitionKey) {
        PartitionKey key = normalised(partitionKey);
        if (!definition.isComplete(key)) {
            throw BadRequestException.partitionKeyIncomplete();
        }
        // A key that no item can have may hash like one that an item has.
        definition.checkSizes(key);
        return key;
    }

    /** A partition key as a scope, or the first levels of a hierarchical one; a bad request if it is neither. */
    public PartitionKey checkedScope(PartitionKey partitionKey) {
        PartitionKey key = normalised(partitionKey);
        if (key.isEmpty() || key.size() > definition.paths().size()) {
            throw BadRequestException.partitionKeyIncomplete();
        }
        definition.checkSizes(key);
        return key;
    }

    /** Tells which items have a partition key, or begin with it, among those that have its hash. */
    public KeyMatcher matcher(PartitionKey checkedKey) {
        return matchers.of(checkedKey);
    }

    /** Containers without a partition key definition know only one key, which clients write in two ways. */
    public PartitionKey normalised(PartitionKey key) {
        return key.isEmpty() && definition.systemKey() ? PartitionKey.NONE : key;
    }

    public static byte[] idBytes(String id) {
        return id.getBytes(StandardCharsets.UTF_8);
    }
}
