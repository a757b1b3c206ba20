package org.mayflydb.server.auth;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.mayflydb.key.ResourceId;
import org.mayflydb.server.protocol.ResourceAddress;
import org.mayflydb.server.protocol.ResourceType;

/**
 * A path as it is signed.
 *
 * @param type segment of the resource's type, or of those in the list; empty for the account
 * @param link the parts of the resource's path, or of the path of what owns the list
 */
record SignedResource(String type, List<String> link) {

    /** The number of segments in the path of an item. */
    private static final int ITEM_DEPTH = 6;

    static SignedResource of(ResourceAddress address) {
        List<String> segments = address.segments();
        int size = segments.size();
        if (address.isAccount()) {
            return new SignedResource("", segments);
        } else if (isItemWithSlash(segments)) {
            return new SignedResource(ResourceType.ITEM.segment(), segments);
        } else if (address.isFeed()) {
            return new SignedResource(segments.get(size - 1), segments.subList(0, size - 1));
        }
        String type = segments.get(size - 2);
        if (size > 2 && type.equals(ResourceType.OPERATION.segment())) {
            // What an operation is done to is signed, not the operation.
            return new SignedResource(segments.get(size - 4), segments.subList(0, size - 2));
        }
        return new SignedResource(type, segments);
    }

    /** Clients do not encode a slash in the id of an item, so the path names nothing; the signature is correct all the same. */
    private static boolean isItemWithSlash(List<String> segments) {
        return segments.size() > ITEM_DEPTH
                && segments.get(ITEM_DEPTH - 2).equals(ResourceType.ITEM.segment())
                && !segments.get(ITEM_DEPTH).equals(ResourceType.ATTACHMENT.segment());
    }

    /**
     * The link of clients that address by resource id: the last one alone, in lower case; null if the path does not end
     * in one. Offers have no other address.
     */
    @Nullable
    String resourceIdLink() {
        if (link.isEmpty()) {
            return null;
        }
        String last = link.get(link.size() - 1);
        boolean isOffer = link.get(0).equals(ResourceType.OFFER.segment());
        return isOffer || ResourceId.parse(last) != null ? last.toLowerCase(Locale.ROOT) : null;
    }
}
