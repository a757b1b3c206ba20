package org.mayflydb.item.write;

import org.jspecify.annotations.Nullable;
import org.mayflydb.ttl.ItemVersion;
import org.mayflydb.ttl.LiveItem;

/**
 * How an operation on one item ended.
 *
 * @param item the item as it is now; null if it was deleted, or the caller has it already or does
 *     not want it
 * @param version which write made the item what it is, or last was if it was deleted
 * @param lsn the sequence number of the write, or the partition's newest one for a read
 * @param rangeId the partition key range that the item is in
 * @param charge what it cost, in request units
 */
public record ItemResult(
        Outcome outcome, @Nullable LiveItem item, ItemVersion version, long lsn, int rangeId, double charge) {

    /** The item's ETag; of the deleted version if it was deleted. Made when asked for: many callers never do. */
    public String etag() {
        return version.etag();
    }

    /** The same without the item, for who does not want to see it. */
    public ItemResult withoutItem() {
        return item == null ? this : new ItemResult(outcome, null, version, lsn, rangeId, charge);
    }

    /** The successes, with the status of the service for each. */
    public enum Outcome {
        CREATED(201),
        REPLACED(200),
        READ(200),
        NOT_MODIFIED(304),
        DELETED(204);

        private final int status;

        Outcome(int status) {
            this.status = status;
        }

        public int status() {
            return status;
        }
    }
}
