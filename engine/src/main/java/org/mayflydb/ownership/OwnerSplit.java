package org.mayflydb.ownership;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.ownership.CatalogView.Numbered;
import org.mayflydb.ownership.HeadLine.Result;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionHead.Ownership;
import org.mayflydb.storage.CommitOutcome;

/**
 * Rule 12: the split of a partition by its owner. Everything that has been reached is in the heads, so a new owner of the parent
 * continues from its state. The caller performs phase after phase; one that did not get anywhere is tried again later.
 */
public final class OwnerSplit {
    private enum Phase {
        NUMBER,
        NAME,
        TAKE,
        FOLLOW,
        COPY,
        CATCH_UP,
        FENCE,
        REST,
        ACTIVATE,
        SWITCH,
        DONE
    }

    /** Under a load that outruns the copying, the parent is fenced after so many commits all the same. */
    private static final int CAUGHT_UP_MAX = 100_000;

    private final LocalNode node;
    private final OwnedPartition parent;
    private final SplitContents contents;
    private final long nonce;

    /** The heads of the children; null where a child is complete. */
    private final List<@Nullable HeadLine> lines = new ArrayList<>();

    private ChangeList changes;
    private Phase phase;
    private List<Integer> children;

    public OwnerSplit(LocalNode node, OwnedPartition parent, SplitContents contents) {
        this.node = node;
        this.parent = parent;
        this.contents = contents;
        this.changes = new ChangeList(contents);
        this.nonce = node.nextAcquisition();
        this.children = parent.head().children();
        this.phase = children.isEmpty() ? Phase.NUMBER : Phase.TAKE;
    }

    /**
     * Whether a partition of this node is in the middle of a split, which is then to be continued: its head names children, or
     * some were numbered in this epoch. Those can be collected only in a later one (rule 13).
     */
    public static boolean isUnfinished(LocalNode node, OwnedPartition partition) {
        return !partition.head().children().isEmpty()
                || node.catalog()
                                .allocation(partition.number(), partition.head().epoch())
                        != null;
    }

    public boolean isOver() {
        return phase == Phase.DONE || parent.isLost();
    }

    /** Stops following the parent. Whoever continues the split takes the children anew. */
    public void stop() {
        parent.follow(null);
    }

    /** The phase that comes next, for messages and to see whether one got anywhere. */
    public String phase() {
        return phase.name();
    }

    /** Whether the children are to be taken next, for the first time or anew. */
    public boolean takes() {
        return phase == Phase.TAKE;
    }

    /** Whether the children are being filled. */
    public boolean copies() {
        return phase.compareTo(Phase.TAKE) > 0;
    }

    /** Whether the next phase runs in the commit turn of the parent. */
    public boolean needsTurn() {
        return phase == Phase.NAME || phase == Phase.FOLLOW || phase == Phase.FENCE;
    }

    /** The first step of the next phase; null if the phase needs none. */
    public @Nullable StoreStep next() {
        if (isOver()) {
            return null;
        }
        return switch (phase) {
            case NUMBER -> number();
            case NAME -> name();
            case TAKE -> {
                lines.clear();
                contents.restart();
                yield take();
            }
            case FOLLOW -> follow();
            case COPY -> copy(null);
            case CATCH_UP -> catchUp(CAUGHT_UP_MAX);
            case FENCE -> fence();
            case REST -> copyChange();
            case ACTIVATE -> activate(0);
            case SWITCH -> replaceParent();
            case DONE -> null;
        };
    }

    /** (a) The catalog allocates two numbers, with the parent's epoch. */
    private @Nullable StoreStep number() {
        long epoch = parent.head().epoch();
        int number = parent.number();
        return new StoreStep.ChangeCatalog(
                new CatalogEdit.NumberChildren(number, epoch),
                done -> new StoreStep.ReadCatalog(read -> {
                    Numbered allocation = node.learn(read).allocation(number, epoch);
                    if (allocation != null && !parent.isLost()) {
                        children = allocation.children();
                        phase = Phase.NAME;
                    }
                    return null;
                }));
    }

    /** (b) The parent's head names the children. */
    private StoreStep name() {
        return parent.become(PartitionHead.State.SPLITTING, 0, children, result -> {
            if (result == Result.APPLIED) {
                phase = Phase.TAKE;
            }
            return null;
        });
    }

    /** (c) Takes the heads of the children, and whatever an owner before has copied goes. */
    private @Nullable StoreStep take() {
        if (lines.size() == children.size()) {
            phase = isFenced() ? Phase.COPY : Phase.FOLLOW;
            changes = new ChangeList(contents);
            return null;
        }
        int child = children.get(lines.size());
        return new StoreStep.ReadHead(child, head -> {
            PartitionHead.State state = head == null
                    ? PartitionHead.State.COPYING
                    : head.ownership().state();
            if (parent.isLost() || state == PartitionHead.State.DROPPED) {
                return null;
            }
            if (state != PartitionHead.State.COPYING) {
                // The owner before has completed this one.
                lines.add(null);
                return take();
            }
            PartitionHead before = head == null ? PartitionHead.EMPTY : head;
            Ownership mine = new Ownership(
                    PartitionHead.State.COPYING,
                    before.epoch() + 1,
                    parent.head().owner(),
                    before.sequence() + 1,
                    nonce);
            PartitionHead next = before.with(mine);
            return new StoreStep.WriteHead(child, head, next, true, null, outcome -> {
                if (outcome != CommitOutcome.APPLIED) {
                    return null;
                }
                lines.add(new HeadLine(child, parent.head().owner(), nonce, next));
                return take();
            });
        });
    }

    private boolean isFenced() {
        return parent.head().ownership().state() == PartitionHead.State.FENCED;
    }

    /** (d) The change list starts in the commit turn, so that no commit is missing. */
    private @Nullable StoreStep follow() {
        parent.follow(changes);
        phase = Phase.COPY;
        return null;
    }

    /** (d) Copies page by page. */
    private StoreStep copy(@Nullable Object after) {
        return new StoreStep.ReadPage(
                parent.number(),
                after,
                page -> toChildren(
                        page.entries(),
                        0,
                        () -> copyWaiting(changes.size() - contents.lastCommits(), () -> {
                            if (page.end() != null) {
                                return copy(page.end());
                            }
                            phase = isFenced() ? Phase.REST : Phase.CATCH_UP;
                            return null;
                        })));
    }

    /** (d) What was committed while a page was read and written comes after it, so the newest value stays and little waits. */
    private @Nullable StoreStep copyWaiting(int commitsMax, Continuation then) {
        if (changes.hasOverflowed()) {
            return beginAgain();
        }
        Object oldest = commitsMax <= 0 ? null : changes.next();
        return oldest == null ? then.next() : toChildren(oldest, 0, () -> copyWaiting(commitsMax - 1, then));
    }

    /** (c) The children are taken anew. Nothing is lost by it: the parent is not fenced. */
    private @Nullable StoreStep beginAgain() {
        stop();
        phase = Phase.TAKE;
        return null;
    }

    /** (d) Copies what was committed meanwhile until little is left, so that the parent is fenced for a short time only. */
    private @Nullable StoreStep catchUp(int commitsMax) {
        if (changes.hasOverflowed()) {
            return beginAgain();
        }
        if (changes.size() <= contents.lastCommits() || commitsMax == 0) {
            phase = Phase.FENCE;
            return null;
        }
        Object oldest = changes.next();
        return oldest == null ? null : toChildren(oldest, 0, () -> catchUp(commitsMax - 1));
    }

    /** Commits entries to the children that they belong to, each commit on the exact head of the child. */
    private @Nullable StoreStep toChildren(Object entries, int child, Continuation then) {
        if (parent.isLost()) {
            return null;
        }
        if (child == lines.size()) {
            return then.next();
        }
        HeadLine line = lines.get(child);
        Object part = line == null ? null : contents.part(entries, child);
        if (line == null || part == null) {
            return toChildren(entries, child + 1, then);
        }
        return line.commit(
                line.head().with(line.next()),
                false,
                part,
                result -> isWritten(result) ? toChildren(entries, child + 1, then) : null);
    }

    @FunctionalInterface
    private interface Continuation {
        @Nullable
        StoreStep next();
    }

    /** A child that was not written is taken and filled again. */
    private boolean isWritten(Result result) {
        if (result != Result.APPLIED) {
            phase = Phase.TAKE;
        }
        return result == Result.APPLIED;
    }

    /** (e) Stops reads and writes for good. From here on the split is only ever continued. */
    private @Nullable StoreStep fence() {
        if (changes.hasOverflowed()) {
            return beginAgain();
        }
        parent.close();
        return parent.become(PartitionHead.State.FENCED, parent.highWater(), children, result -> {
            if (result == Result.APPLIED) {
                phase = Phase.REST;
            } else if (result == Result.NOT_APPLIED) {
                parent.reopen();
            }
            return null;
        });
    }

    /** (f) Copies what was committed since the change list started. */
    private @Nullable StoreStep copyChange() {
        Object oldest = changes.next();
        if (oldest == null) {
            phase = Phase.ACTIVATE;
            return null;
        }
        return toChildren(oldest, 0, this::copyChange);
    }

    /** (g) The children continue the parent's time and sequence, and have no owner yet. */
    private @Nullable StoreStep activate(int child) {
        if (child == lines.size()) {
            phase = Phase.SWITCH;
            return null;
        }
        HeadLine line = lines.get(child);
        if (line == null) {
            return activate(child + 1);
        }
        line.skipTo(parent.head().sequence());
        PartitionHead complete = contents.complete(parent.head(), child);
        Ownership nobody = line.next(PartitionHead.State.ACTIVE, line.head().epoch() + 1, Ownership.NOBODY);
        return line.commit(complete.with(nobody), false, null, result -> {
            if (isWritten(result)) {
                lines.set(child, null);
                return activate(child + 1);
            }
            return null;
        });
    }

    /** (h) The catalog names the children instead of the parent; nothing happens if it does so already. */
    private StoreStep replaceParent() {
        int number = parent.number();
        return new StoreStep.ChangeCatalog(new CatalogEdit.ReplaceParent(number, children), done -> {
            if (done) {
                phase = Phase.DONE;
            }
            return null;
        });
    }
}
