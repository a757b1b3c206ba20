package org.mayflydb.key;

/**
 * Numbers the items of one partition. A document number has sixty bits and makes the resource id: first the place of the
 * item's partition key in the hash space, twenty bits of it, then a running number of the partition. Between the two, four
 * bits are zero: they are reserved for regions that number items on their own.
 *
 * <p>So items with one partition key are neighbours wherever entries are ordered by document number, and among them the
 * order is that of their creation. The number is unique within the container: the place where two partitions meet can be
 * in both, so the upper one sets the highest bit of the running numbers it gives out there.
 */
public final class DocumentNumbers {
    private static final int PLACE_BITS = 20;
    private static final int RUNNING_BITS = 40;
    private static final long BOUNDARY_BIT = 1L << (RUNNING_BITS - 1);
    private static final int RESERVED_BITS = 4;
    private static final long RUNNING_MAX = (BOUNDARY_BIT >> RESERVED_BITS) - 1;
    private static final long NO_PLACE = -1;

    private final PartitionKeyDefinition definition;
    private final long boundaryPlace;

    /** The numbers of the partition that holds this range. */
    public DocumentNumbers(PartitionKeyDefinition definition, EpkRange range) {
        this.definition = definition;
        boolean first = range.min().equals(EffectivePartitionKey.MIN);
        this.boundaryPlace = first ? NO_PLACE : place(definition, range.min());
    }

    /** The number of an item that is the {@code running}th to be created in the partition. */
    public long number(EffectivePartitionKey epk, long running) {
        if (running < 0 || running > RUNNING_MAX) {
            throw new IllegalStateException("a partition has run out of document numbers");
        }
        long place = place(definition, epk);
        return place << RUNNING_BITS | (place == boundaryPlace ? BOUNDARY_BIT : 0) | running;
    }

    /** Which item of its partition, in the order of creation, has this number. */
    public static long running(long documentNumber) {
        return documentNumber & RUNNING_MAX;
    }

    /** The numbers of items with this effective partition key, or with a hierarchical key that begins like this. */
    public static DocumentStretch stretch(PartitionKeyDefinition definition, EffectivePartitionKey epk) {
        long place = place(definition, epk);
        return new DocumentStretch(place << RUNNING_BITS, (place + 1) << RUNNING_BITS);
    }

    /** The first number that an item at the position of this one can have. */
    public static long positionStart(long documentNumber) {
        return documentNumber >>> RUNNING_BITS << RUNNING_BITS;
    }

    /** The numbers of all items at the position of this one. */
    public static DocumentStretch stretchAt(long documentNumber) {
        long first = positionStart(documentNumber);
        return new DocumentStretch(first, first + (1L << RUNNING_BITS));
    }

    /** The effective partition keys at the position of this item: neighbours, and nothing else is between them. */
    public static EpkRange keysAt(PartitionKeyDefinition definition, long documentNumber) {
        long position = documentNumber >>> RUNNING_BITS;
        return new EpkRange(firstKey(definition, position), firstKey(definition, position + 1));
    }

    private static EffectivePartitionKey firstKey(PartitionKeyDefinition definition, long position) {
        if (position <= 0) {
            return EffectivePartitionKey.MIN;
        }
        if (position >= 1L << PLACE_BITS) {
            return EffectivePartitionKey.MAX;
        }
        if (definition.version() == 1) {
            return HashVersion1.beginning(position << (32 - PLACE_BITS));
        }
        byte[] bytes = {(byte) (position >>> 14), (byte) (position >>> 6), (byte) (position << 2)};
        return EffectivePartitionKey.wrap(bytes);
    }

    /** Hashes of version 2 are spread evenly below two bits that are always clear, those of version 1 as a number. */
    private static long place(PartitionKeyDefinition definition, EffectivePartitionKey epk) {
        byte[] bytes = epk.array();
        if (definition.version() == 1) {
            return HashVersion1.number(bytes) >>> (32 - PLACE_BITS);
        }
        return (byteAt(bytes, 0) & 0x3f) << 14 | byteAt(bytes, 1) << 6 | byteAt(bytes, 2) >>> 2;
    }

    private static long byteAt(byte[] bytes, int index) {
        return index < bytes.length ? bytes[index] & 0xff : 0;
    }
}
