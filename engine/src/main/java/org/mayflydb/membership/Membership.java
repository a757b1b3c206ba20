package org.mayflydb.membership;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.base.MayflyException;
import org.mayflydb.key.Keyspace;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StorePartition;

/**
 * This process in the list of those that have opened the store. The list is in a partition of its own, without a head: each
 * record has one writer.
 *
 * <p>A store has one process at a time, so the record only tells when and where the store was last open.
 */
public final class Membership {
    /** The partition that holds the node records; the catalog never hands out this number. */
    public static final int PARTITION = Integer.MAX_VALUE;

    private static final int TRIES_MAX = 8;

    /** Asking the resolver for the name of the machine may take seconds; the environment mostly has it. */
    private static final String HOST = Stream.of("HOSTNAME", "COMPUTERNAME")
            .map(System::getenv)
            .filter(name -> name != null && !name.isBlank())
            .findFirst()
            .orElse("localhost");

    private final StorePartition partition;
    private final NodeRecord record;

    private Membership(StorePartition partition, NodeRecord record) {
        this.partition = partition;
        this.record = record;
    }

    /**
     * Adds this process to the list. Of earlier ones the newest of each other host stays. If the store cannot be written, it can
     * still be read, so the process is then not in the list.
     *
     * @param now in milliseconds
     */
    public static Membership join(Store store, UUID id, long now, long catalogVersion) {
        Membership membership =
                new Membership(store.partition(PARTITION), new NodeRecord(id, true, 0, 1, now, catalogVersion, HOST));
        Commit commit = new Commit(Durability.RELAXED).put(NodeRecord.key(id), membership.record.encode());
        membership.obsolete().forEach(node -> commit.delete(NodeRecord.key(node.id())));
        membership.commit(commit);
        return membership;
    }

    /** Records that this process no longer has the store open. */
    public void leave(long now) {
        commit(new Commit(Durability.RELAXED)
                .put(NodeRecord.key(record.id()), record.stopped(now).encode()));
    }

    /** Reports records that cannot be read. */
    public static void check(Store store, Consumer<String> findings) {
        store.partition(PARTITION).walk(KeyRange.all(), entry -> {
            try {
                NodeRecord.decode(entry);
            } catch (CorruptStoreException damaged) {
                findings.accept(String.valueOf(damaged.getMessage()));
            }
            return true;
        });
    }

    private List<NodeRecord> obsolete() {
        List<NodeRecord> obsolete = new ArrayList<>();
        Map<String, NodeRecord> newest = new HashMap<>();
        newest.put(record.host(), record);
        partition.walk(KeyRange.prefix(Keyspace.NODE.prefix()), entry -> {
            NodeRecord node = NodeRecord.decode(entry);
            NodeRecord other = newest.get(node.host());
            if (other == null || (!other.equals(record) && other.wallClock() < node.wallClock())) {
                newest.put(node.host(), node);
                if (other != null) {
                    obsolete.add(other);
                }
            } else if (!node.id().equals(record.id())) {
                obsolete.add(node);
            }
            return true;
        });
        return obsolete;
    }

    /** Nothing depends on these records yet, so a store that cannot be written does not keep anyone from using it. */
    private void commit(Commit commit) {
        try {
            for (int tries = 0; tries < TRIES_MAX && partition.commit(commit) == CommitOutcome.UNKNOWN; tries++) {
                // Nobody else writes this record, so writing it again does no harm.
            }
        } catch (MayflyException unwritable) {
            // The record stays as it is.
        }
    }
}
