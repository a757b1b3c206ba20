/**
 * Snapshots for stores that have none, made by the owner of a partition: it sees every commit, so it can remember what they
 * replace for as long as somebody reads. {@link SnapshotStore} wraps the store; {@link PartitionHistory} has the rules.
 */
@NullMarked
package org.mayflydb.storage.snapshot;

import org.jspecify.annotations.NullMarked;
