package org.mayflydb.key;

/** Finds the place of a partition key in the hash space. Clients compute the same, so every bit counts. */
public final class PartitionKeyHasher {
    private PartitionKeyHasher() {}

    /**
     * The place of the key. The empty key is at the very beginning; a prefix of a hierarchical key is at the beginning of
     * its range, see {@link EpkRange#prefix}.
     */
    public static EffectivePartitionKey hash(PartitionKeyDefinition definition, PartitionKey key) {
        if (key.isEmpty()) {
            return EffectivePartitionKey.MIN;
        }
        PartitionKey.Place known = key.place();
        return known != null && known.definition().equals(definition) ? known.hash() : compute(definition, key);
    }

    /** The same, for a key that will be hashed again: it remembers its place. */
    public static EffectivePartitionKey hashOnce(PartitionKeyDefinition definition, PartitionKey key) {
        EffectivePartitionKey hash = hash(definition, key);
        if (!key.isEmpty()) {
            key.remember(new PartitionKey.Place(definition, hash));
        }
        return hash;
    }

    private static EffectivePartitionKey compute(PartitionKeyDefinition definition, PartitionKey key) {
        if (definition.kind() == PartitionKeyDefinition.Kind.MULTI_HASH) {
            return HashVersion2.multiHash(key);
        }
        return definition.version() == 1 ? HashVersion1.hash(key) : HashVersion2.hash(key);
    }

    /** How many components the key has, or the first levels of one, that this is the hash of. */
    public static int levels(PartitionKeyDefinition definition, EffectivePartitionKey hash) {
        return definition.kind() == PartitionKeyDefinition.Kind.MULTI_HASH
                ? hash.array().length / HashVersion2.HASH_BYTES
                : 1;
    }
}
