package org.mayflydb.item.check;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.changelog.LogRecord;
import org.mayflydb.item.record.ExpiryEntry;
import org.mayflydb.item.record.FeedEntry;
import org.mayflydb.item.record.ItemKeys;
import org.mayflydb.item.record.Locator;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.Keyspace;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.storage.KeyValue;

/** Tells which logical partition an entry of a container's partition belongs to. */
public final class EntryOwner {
    /** The tag and the number of the unique key. */
    private static final int UNIQUE_EPK_START = 2;

    private final PartitionKeyDefinition partitionKey;

    public EntryOwner(PartitionKeyDefinition partitionKey) {
        this.partitionKey = partitionKey;
    }

    /** The effective partition key of an entry's item; null if the entry is about the partition as a whole. */
    public @Nullable EffectivePartitionKey of(byte[] key, byte[] value) {
        return switch (Keyspace.ofTag(key[0])) {
            case ITEM -> epk(ItemKeys.locatorOfItem(key));
            case INDEX, SHAPE -> epk(value);
            case UNIQUE -> Locator.epkIn(partitionKey, Arrays.copyOfRange(key, UNIQUE_EPK_START, key.length));
            case FEED -> epk(FeedEntry.decode(new KeyValue(key, value)).locator());
            case EXPIRY -> epk(ExpiryEntry.decode(new KeyValue(key, value)).locator());
            case LOG ->
                LogRecord.isRecord(key)
                        ? epk(LogRecord.decode(new KeyValue(key, value)).locator())
                        : null;
            case SHAPE_REGISTRY, INDEX_STATE, DERIVED_STATE, DELETED_KEY -> null;
            default -> throw new CorruptStoreException("A container's partition has a key of kind " + key[0]);
        };
    }

    /** Returns true if an entry that is about the partition as a whole also concerns a part of it. */
    public boolean concerns(EpkRange part, byte[] key) {
        return key[0] != Keyspace.DELETED_KEY.tag() || part.overlaps(EpkRange.prefix(ItemKeys.epkOfDeletedKey(key)));
    }

    private EffectivePartitionKey epk(byte[] locator) {
        return Locator.decode(partitionKey, locator).epk(partitionKey);
    }
}
