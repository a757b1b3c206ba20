package org.mayflydb.feed;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.mayflydb.base.ContinuationToken;
import org.mayflydb.item.ItemFeed;

/**
 * How far the changes of a container have been read. It holds no state of the server and survives restarts.
 *
 * @param places one for each partition, the next to be asked first
 */
record FeedContinuation(FeedMode mode, List<Place> places) {
    private static final int MODE_BYTES = 1;
    private static final int PLACE_BYTES = Integer.BYTES + Long.BYTES;

    /** All changes of the partition up to this sequence number have been read. */
    record Place(int partitionNumber, long lsn) {}

    FeedContinuation {
        places = List.copyOf(places);
    }

    String encode() {
        ByteBuffer out =
                ByteBuffer.allocate(MODE_BYTES + PLACE_BYTES * places.size()).put(mode.number());
        for (Place place : places) {
            out.putInt(place.partitionNumber).putLong(place.lsn);
        }
        return ContinuationToken.encode(ContinuationToken.Kind.CHANGE_FEED, out.array());
    }

    /** Reads a continuation, which must be one of these feeds and no others: partition numbers are never used twice. */
    static FeedContinuation decode(String token, FeedMode mode, List<ItemFeed> feeds) {
        ByteBuffer in = ByteBuffer.wrap(ContinuationToken.decode(ContinuationToken.Kind.CHANGE_FEED, token));
        if (in.remaining() % PLACE_BYTES != MODE_BYTES || in.get() != mode.number()) {
            throw ContinuationToken.invalid();
        }
        List<Place> places = new ArrayList<>();
        while (in.hasRemaining() && places.size() <= feeds.size()) {
            Place place = new Place(in.getInt(), in.getLong());
            // The children of a split partition continue where the parent was.
            List<Place> here = feeds.stream()
                    .filter(feed -> feed.partition().descendsFrom(place.partitionNumber))
                    .map(feed -> new Place(feed.partition().number(), place.lsn))
                    .toList();
            if (here.isEmpty()) {
                throw ContinuationToken.invalid();
            }
            places.addAll(here);
        }
        long different = places.stream().map(Place::partitionNumber).distinct().count();
        if (different != feeds.size()
                || places.size() != feeds.size()
                || places.stream().anyMatch(place -> place.lsn < 0)) {
            throw ContinuationToken.invalid();
        }
        return new FeedContinuation(mode, places);
    }

    static ItemFeed feedOf(Place place, List<ItemFeed> feeds) {
        return feeds.stream()
                .filter(feed -> feed.partition().number() == place.partitionNumber)
                .findFirst()
                .orElseThrow(ContinuationToken::invalid);
    }
}
