package org.mayflydb.query.access;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.mayflydb.item.record.CreationPlace;

/**
 * How a query without ORDER BY goes through the items of a partition: by an access path, and in creation order or in the
 * order of that access path.
 *
 * @param way the number of the access path
 * @param creation where the route continues in creation order; null if items come in the order of the access path
 * @param last the place of the last item in the order of the access path; null at the beginning, and in creation order
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record AccessRoute(int way, @Nullable CreationPlace creation, byte @Nullable [] last) {
    /** Begins the places in the order of an access path; no place in creation order begins with it. */
    private static final byte OF_ACCESS_PATH = 0;

    static AccessRoute inCreationOrder(int way, CreationPlace from) {
        return new AccessRoute(way, from, null);
    }

    static AccessRoute byAccessPath(int way) {
        return new AccessRoute(way, null, null);
    }

    /** The route of an earlier page; null if it did not end at such a place. */
    static @Nullable AccessRoute decode(int way, byte[] place) {
        if (place.length > 0 && place[0] == OF_ACCESS_PATH) {
            return new AccessRoute(way, null, place);
        }
        CreationPlace creation = CreationPlace.decode(place);
        return creation == null ? null : inCreationOrder(way, creation);
    }

    /** What an access path calls the place of the last item. */
    byte @Nullable [] lastOfAccessPath() {
        return last == null ? null : Arrays.copyOfRange(last, 1, last.length);
    }

    static byte[] placeOfAccessPath(byte[] place) {
        byte[] tagged = new byte[1 + place.length];
        tagged[0] = OF_ACCESS_PATH;
        System.arraycopy(place, 0, tagged, 1, place.length);
        return tagged;
    }

    /** Returns true if an earlier page has passed the item. */
    public boolean isPassed(ItemCursor.Found found) {
        if (creation != null) {
            return creation.isPassed(found.item().stored().documentNumber());
        }
        return last != null && Arrays.compareUnsigned(found.place(), last) <= 0;
    }

    /** Returns true if, in the order of this route, all items that earlier pages have passed come before the others. */
    public boolean passesInOrder() {
        return creation == null || creation.acrossKeys() || creation.floor() == CreationPlace.NONE;
    }

    /** The same route from its beginning. */
    public AccessRoute fromStart() {
        return new AccessRoute(way, creation == null ? null : CreationPlace.start(creation.acrossKeys()), null);
    }
}
