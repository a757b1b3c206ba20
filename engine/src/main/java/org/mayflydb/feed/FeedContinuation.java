package org.mayflydb.feed;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.zip.CRC32;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.item.ItemFeed;

/**
 * How far the changes of a container have been read. It holds no state of the server and survives restarts.
 *
 * @param places one for each partition, the next to be asked first
 */
record FeedContinuation(FeedMode mode, List<Place> places) {
    private static final byte VERSION = 1;
    private static final int FIXED_BYTES = 2 + Integer.BYTES;
    private static final int PLACE_BYTES = Integer.BYTES + Long.BYTES;

    /** All changes of the partition up to this sequence number have been read. */
    record Place(int partitionNumber, long lsn) {}

    FeedContinuation {
        places = List.copyOf(places);
    }

    String encode() {
        ByteBuffer out = ByteBuffer.allocate(FIXED_BYTES + PLACE_BYTES * places.size())
                .put(VERSION)
                .put(mode.number());
        for (Place place : places) {
            out.putInt(place.partitionNumber).putLong(place.lsn);
        }
        out.putInt(checksum(out.array(), out.position()));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(out.array());
    }

    /** Reads a continuation, which must be one of these feeds and no others: partition numbers are never used twice. */
    static FeedContinuation decode(String token, FeedMode mode, List<ItemFeed> feeds) {
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(token);
        } catch (IllegalArgumentException notBase64) {
            throw invalid();
        }
        if (bytes.length < FIXED_BYTES || (bytes.length - FIXED_BYTES) % PLACE_BYTES != 0) {
            throw invalid();
        }
        ByteBuffer in = ByteBuffer.wrap(bytes);
        int end = bytes.length - Integer.BYTES;
        if (in.getInt(end) != checksum(bytes, end) || in.get() != VERSION || in.get() != mode.number()) {
            throw invalid();
        }
        List<Place> places = new ArrayList<>();
        while (in.position() < end && places.size() <= feeds.size()) {
            Place place = new Place(in.getInt(), in.getLong());
            // The children of a split partition continue where the parent was.
            List<Place> here = feeds.stream()
                    .filter(feed -> feed.partition().descendsFrom(place.partitionNumber))
                    .map(feed -> new Place(feed.partition().number(), place.lsn))
                    .toList();
            if (here.isEmpty()) {
                throw invalid();
            }
            places.addAll(here);
        }
        long different = places.stream().map(Place::partitionNumber).distinct().count();
        if (different != feeds.size()
                || places.size() != feeds.size()
                || places.stream().anyMatch(place -> place.lsn < 0)) {
            throw invalid();
        }
        return new FeedContinuation(mode, places);
    }

    static ItemFeed feedOf(Place place, List<ItemFeed> feeds) {
        return feeds.stream()
                .filter(feed -> feed.partition().number() == place.partitionNumber)
                .findFirst()
                .orElseThrow(FeedContinuation::invalid);
    }

    private static BadRequestException invalid() {
        return new BadRequestException("Invalid Continuation Token");
    }

    private static int checksum(byte[] bytes, int length) {
        CRC32 crc = new CRC32();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }
}
