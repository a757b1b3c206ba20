package org.mayflydb.feed;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.mayflydb.base.ContinuationToken;
import org.mayflydb.base.Invariant;
import org.mayflydb.item.read.ItemFeed;

/**
 * How far the changes of a container have been read. It holds no state of the server and survives restarts.
 *
 * @param positions one for each partition, the next to be asked first
 */
record FeedContinuation(FeedMode mode, List<Position> positions) {
    private static final int MODE_BYTES = 1;
    private static final int POSITION_BYTES = Integer.BYTES + Long.BYTES;

    /** All changes of the partition up to this sequence number have been read. */
    record Position(int partitionNumber, long lsn) {}

    FeedContinuation {
        positions = List.copyOf(positions);
    }

    String encode() {
        Invariant.check(!positions.isEmpty() && arePossible(positions), "a change feed has positions that exist");
        ByteBuffer out = ByteBuffer.allocate(MODE_BYTES + POSITION_BYTES * positions.size())
                .put(mode.number());
        for (Position position : positions) {
            out.putInt(position.partitionNumber).putLong(position.lsn);
        }
        return ContinuationToken.encode(ContinuationToken.Kind.CHANGE_FEED, out.array());
    }

    /** Reads a continuation, which must be one of these feeds and no others: partition numbers are never used twice. */
    static FeedContinuation decode(String token, FeedMode mode, List<ItemFeed> feeds) {
        ByteBuffer in = ByteBuffer.wrap(ContinuationToken.decode(ContinuationToken.Kind.CHANGE_FEED, token));
        if (in.remaining() % POSITION_BYTES != MODE_BYTES || in.get() != mode.number()) {
            throw ContinuationToken.invalid();
        }
        List<Position> positions = new ArrayList<>();
        while (in.hasRemaining() && positions.size() <= feeds.size()) {
            Position position = new Position(in.getInt(), in.getLong());
            // The children of a split partition continue where the parent was.
            List<Position> here = feeds.stream()
                    .filter(feed -> feed.partition().descendsFrom(position.partitionNumber))
                    .map(feed -> new Position(feed.partition().number(), position.lsn))
                    .toList();
            if (here.isEmpty()) {
                throw ContinuationToken.invalid();
            }
            positions.addAll(here);
        }
        long different =
                positions.stream().map(Position::partitionNumber).distinct().count();
        if (different != feeds.size() || positions.size() != feeds.size() || !arePossible(positions)) {
            throw ContinuationToken.invalid();
        }
        return new FeedContinuation(mode, positions);
    }

    private static boolean arePossible(List<Position> positions) {
        return positions.stream().allMatch(position -> position.partitionNumber >= 0 && position.lsn >= 0);
    }

    static ItemFeed feedOf(Position position, List<ItemFeed> feeds) {
        return feeds.stream()
                .filter(feed -> feed.partition().number() == position.partitionNumber)
                .findFirst()
                .orElseThrow(ContinuationToken::invalid);
    }
}
