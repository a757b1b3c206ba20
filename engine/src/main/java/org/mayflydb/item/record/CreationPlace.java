package org.mayflydb.item.record;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.mayflydb.key.DocumentNumbers;

/**
 * How far a walk through items in creation order has come. There are two such orders:
 *
 * <ul>
 *   <li>By number: one position of the hash space after the other, and within a position by creation. Items with the
 *       same partition key are in creation order.
 *   <li>Across keys: by creation alone, in partitions that are small enough to be sorted in memory.
 * </ul>
 *
 * <p>If a partition outgrows the second order between two pages, the rest follows by number: {@code floor} still tells
 * which items were passed before.
 *
 * @param acrossKeys whether the order is across keys
 * @param floor the number of the last item passed across keys; {@link #NONE} if there is none
 * @param number of the items after the floor, all up to this number were passed; {@link #NONE} if none were
 * @param large whether the position of that item is known to have too many items to sort them
 */
public record CreationPlace(boolean acrossKeys, long floor, long number, boolean large) {
    public static final long NONE = -1;

    private static final byte BY_NUMBER = 1;
    private static final byte ACROSS_KEYS = 2;
    private static final byte BY_NUMBER_AFTER_FLOOR = 3;

    /** Before the first item. */
    public static CreationPlace start(boolean acrossKeys) {
        return new CreationPlace(acrossKeys, NONE, NONE, false);
    }

    /** Compares two items by their creation, whatever their keys are. */
    public static int compareAcrossKeys(long number, long other) {
        int order = Long.compare(DocumentNumbers.running(number), DocumentNumbers.running(other));
        // Partitions count on their own after a split.
        return order != 0 ? order : Long.compare(number, other);
    }

    /** Returns true if the walk has passed the item with this number. */
    public boolean isPassed(long documentNumber) {
        return documentNumber <= number || (floor != NONE && compareAcrossKeys(documentNumber, floor) <= 0);
    }

    /** The place after the next item of the walk. */
    public CreationPlace after(long documentNumber) {
        return acrossKeys
                ? new CreationPlace(true, documentNumber, NONE, false)
                : new CreationPlace(false, floor, documentNumber, false);
    }

    /** The same if that item is at a position with many items. */
    public CreationPlace afterFetched(long documentNumber) {
        return new CreationPlace(false, floor, documentNumber, true);
    }

    /** The same place in a walk that continues by number. */
    public CreationPlace byNumber() {
        return acrossKeys ? new CreationPlace(false, floor, NONE, false) : this;
    }

    /** The order of two items in this walk. */
    public int compare(long documentNumber, long other) {
        return acrossKeys ? compareAcrossKeys(documentNumber, other) : Long.compare(documentNumber, other);
    }

    /** Bytes that sort in the order of the walk. The place is after some item. */
    public byte[] encode() {
        if (acrossKeys) {
            return bytes(ACROSS_KEYS, DocumentNumbers.running(floor), floor);
        }
        return floor == NONE ? bytes(BY_NUMBER, number) : bytes(BY_NUMBER_AFTER_FLOOR, floor, number);
    }

    private byte[] bytes(byte kind, long... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(1 + numbers.length * Long.BYTES + (large ? 1 : 0))
                .put(kind);
        for (long each : numbers) {
            bytes.putLong(each);
        }
        return bytes.array();
    }

    /** Reads what {@link #encode} returned; null if these are other bytes. */
    public static @Nullable CreationPlace decode(byte[] place) {
        ByteBuffer in = ByteBuffer.wrap(place);
        byte kind = in.hasRemaining() ? in.get() : 0;
        int numbers = in.remaining() / Long.BYTES;
        int further = in.remaining() % Long.BYTES;
        boolean large = further == 1;
        if (further > 1) {
            return null;
        }
        if (kind == BY_NUMBER && numbers == 1) {
            return new CreationPlace(false, NONE, in.getLong(), large);
        } else if (kind == ACROSS_KEYS && numbers == 2 && !large) {
            return new CreationPlace(true, in.getLong(1 + Long.BYTES), NONE, false);
        } else if (kind == BY_NUMBER_AFTER_FLOOR && numbers == 2) {
            return new CreationPlace(false, in.getLong(), in.getLong(), large);
        }
        return null;
    }
}
