package org.mayflydb.partition;

import java.util.List;
import org.mayflydb.storage.Commit;

/** Follows the commits of a partition, in their order. Called by the one thread that commits; must not wait. */
public interface CommitListener {
    /** These changes were committed, the last to a key counts. The head is not among them. */
    void committed(List<Commit.Change> changes);

    /** Some commit may have been applied that this listener was not told of. Must not throw. */
    void lostTrack();
}
