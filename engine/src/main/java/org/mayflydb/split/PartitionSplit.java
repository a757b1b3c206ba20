package org.mayflydb.split;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.item.check.EntryOwner;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.Keyspace;
import org.mayflydb.partition.CommitListener;
import org.mayflydb.partition.Partition;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.storage.Space;

/**
 * The split of one partition. {@link #copy} does nearly all of it while the partition is in use, {@link #finish} the rest.
 * If either fails, nothing has happened: the children are not in use yet.
 */
public final class PartitionSplit implements AutoCloseable {
    private static final int PAGE_ENTRIES = 2000;
    private static final long PAGE_BYTES = 2L * 1024 * 1024;

    /** With no more than this to be copied the parent may be stopped: it takes a few milliseconds. */
    private static final int LAST_CHANGES = 2000;

    /** Under a load that outruns the copying it is stopped all the same, after this many rounds. */
    private static final int ROUNDS_MAX = 50;

    /** What may be committed while one page is copied before memory becomes scarce. */
    private static final int WAITING_CHANGES_MAX = 2_000_000;

    private final Partition parent;
    private final EntryOwner owners;
    private final List<ChildWriter> children;
    private final Following following = new Following();

    /** @param children tile the range of the parent; what they may hold is thrown away by the caller if this fails */
    public PartitionSplit(Partition parent, EntryOwner owners, List<ChildWriter> children) {
        this.parent = parent;
        this.owners = owners;
        this.children = List.copyOf(children);
    }

    /** Copies until the rest can be copied in a moment. */
    public void copy() {
        parent.follow(following);
        copy(Space.MAIN);
        copy(Space.DERIVED);
        int rounds = 0;
        while (applyWaiting() > LAST_CHANGES && rounds < ROUNDS_MAX) {
            rounds++;
        }
    }

    private void copy(Space space) {
        KeyRange rest = KeyRange.all();
        ScanPage page;
        do {
            page = parent.store().scan(space, rest, Direction.FORWARD, PAGE_ENTRIES, PAGE_BYTES);
            for (KeyValue entry : page.entries()) {
                apply(new Commit.Change(space, entry.key(), entry.value()));
            }
            // What was committed while the page was read and written comes after it, so the newest value stays.
            applyWaiting();
            if (!page.exhausted()) {
                rest = rest.after(page.entries().get(page.entries().size() - 1).key());
            }
        } while (!page.exhausted());
    }

    /**
     * Stops the parent for good and has the children take its place.
     *
     * @param replace puts the children in the parent's place, in the catalog and in memory. It runs while the parent accepts no
     *     write. If it fails, the parent stays retired: whether it was replaced has to be found out.
     * @return the result of {@code replace}
     */
    public <R> R finish(Supplier<R> replace) {
        return parent.inTurn(() -> {
            applyWaiting();
            children.forEach(child -> child.finish(parent.headNow()));
            parent.retire();
            return replace.get();
        });
    }

    /** Makes the copying in progress fail. */
    public void cancel() {
        following.lostTrack();
    }

    @Override
    public void close() {
        parent.follow(null);
    }

    /** Copies what was committed since the last call; returns the number of changes. */
    private int applyWaiting() {
        List<Commit.Change> changes = following.take();
        for (Commit.Change change : changes) {
            apply(change);
        }
        children.forEach(ChildWriter::flush);
        return changes.size();
    }

    private void apply(Commit.Change change) {
        if (change.key()[0] == Keyspace.HEAD.tag()) {
            return;
        }
        byte[] value = change.value();
        EffectivePartitionKey owner = value == null ? null : owners.of(change.key(), value);
        for (ChildWriter child : children) {
            // Of what was deleted nothing tells whose it was, but deleting it twice does no harm.
            boolean concerned = value == null
                    || (owner == null
                            ? owners.concerns(child.range(), change.key())
                            : child.range().contains(owner));
            if (concerned) {
                child.apply(change);
            }
        }
    }

    /** Gathers what is committed to the parent. */
    private static final class Following implements CommitListener {
        private List<Commit.Change> waiting = new ArrayList<>();
        private boolean lost;

        @Override
        public synchronized void committed(List<Commit.Change> changes) {
            if (lost) {
                return;
            }
            waiting.addAll(changes);
            if (waiting.size() > WAITING_CHANGES_MAX) {
                lostTrack();
            }
        }

        @Override
        public synchronized void lostTrack() {
            lost = true;
            waiting = List.of();
        }

        synchronized List<Commit.Change> take() {
            if (lost) {
                throw new UnavailableException("A split lost track of what is written and must begin again");
            }
            List<Commit.Change> taken = waiting;
            waiting = new ArrayList<>();
            return taken;
        }
    }
}
