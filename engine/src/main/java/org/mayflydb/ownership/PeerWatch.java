package org.mayflydb.ownership;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.mayflydb.membership.NodeRecord;

/**
 * What a node has seen of all node records, and since when, by its own monotonic clock. It starts with the process, so that a
 * record that is never changed again is noticed even if its node stopped before.
 */
public final class PeerWatch {
    private final Rules rules;
    private List<Seen> seen = new ArrayList<>();
    private List<Seen> spare = new ArrayList<>();

    private static final class Seen {
        private NodeRecord record;

        /** The reply in which this state of the record was seen first. */
        private long since;

        /** The reply in which its wall clock was seen first; declaring a node dead does not change that. */
        private long clockSince;

        Seen(NodeRecord record, long since) {
            this.record = record;
            this.since = since;
            this.clockSince = since;
        }

        private void change(NodeRecord changed, long monotonic) {
            if (changed.wallClock() != record.wallClock()) {
                clockSince = monotonic;
            }
            record = changed;
            since = monotonic;
        }
    }

    PeerWatch(Rules rules) {
        this.rules = rules;
    }

    /** Takes the reply to a read of all records. */
    void update(List<NodeRecord> records, long monotonic) {
        spare.clear();
        for (NodeRecord record : records) {
            Seen known = find(record.id());
            if (known == null) {
                known = new Seen(record, monotonic);
            } else if (known.record.counter() != record.counter()) {
                known.change(record, monotonic);
            }
            spare.add(known);
        }
        List<Seen> before = seen;
        seen = spare;
        spare = before;
    }

    /** The copy of a record from the last poll; null if it was missing. */
    public @Nullable NodeRecord copyOf(UUID id) {
        Seen known = find(id);
        return known == null ? null : known.record;
    }

    private @Nullable Seen find(UUID id) {
        for (Seen known : seen) {
            if (known.record.id().equals(id)) {
                return known;
            }
        }
        return null;
    }

    /** Rule 4: a record that may be declared dead; null if there is none. */
    @Nullable
    NodeRecord late(UUID me, long monotonic) {
        for (Seen known : seen) {
            if (!known.record.id().equals(me) && rules.mayDeclareDead(known.record, monotonic - known.since)) {
                return known.record;
            }
        }
        return null;
    }

    /** The other nodes that are live. */
    public List<UUID> others(@Nullable UUID me, long monotonic) {
        List<UUID> live = new ArrayList<>();
        for (Seen known : seen) {
            if (isOtherLive(known, me, monotonic)) {
                live.add(known.record.id());
            }
        }
        return live;
    }

    /** Rule 2: the lowest wall clock of the other live nodes; {@link Rules#NEVER} if there are none. */
    long peerLow(@Nullable UUID me, long monotonic) {
        long low = Rules.NEVER;
        for (Seen known : seen) {
            if (isOtherLive(known, me, monotonic)) {
                low = Math.min(low, estimate(known, monotonic));
            }
        }
        return low;
    }

    /** Rule 8: the highest wall clock of other hosts, dead ones included; {@code -Rules.NEVER} if there are none. */
    long otherHostsHigh(String host, long monotonic) {
        long high = -Rules.NEVER;
        for (Seen known : seen) {
            if (!known.record.host().equals(host)) {
                high = Math.max(high, estimate(known, monotonic));
            }
        }
        return high;
    }

    /** Rule 8: whether the last poll has seen the record of another host that says alive. */
    boolean isOtherHostAlive(String host) {
        for (Seen known : seen) {
            if (known.record.alive() && !known.record.host().equals(host)) {
                return true;
            }
        }
        return false;
    }

    /** The lower median of the wall clocks of the other live nodes; {@code -Rules.NEVER} with fewer than two of them. */
    long lowerMedian(@Nullable UUID me, long monotonic) {
        List<Long> clocks = new ArrayList<>();
        for (Seen known : seen) {
            if (isOtherLive(known, me, monotonic)) {
                clocks.add(estimate(known, monotonic));
            }
        }
        clocks.sort(null);
        return clocks.size() < 2 ? -Rules.NEVER : clocks.get((clocks.size() - 1) / 2);
    }

    private boolean isOtherLive(Seen known, @Nullable UUID me, long monotonic) {
        return !known.record.id().equals(me) && rules.isLive(known.record, monotonic - known.since);
    }

    /** At most what that node's wall clock shows now: the record was written before it was seen. */
    private static long estimate(Seen known, long monotonic) {
        return known.record.wallClock() + (monotonic - known.clockSince);
    }
}
