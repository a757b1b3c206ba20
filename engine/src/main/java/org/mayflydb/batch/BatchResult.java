package org.mayflydb.batch;

import java.util.List;

/**
 * How many operations ended.
 *
 * @param results one for each operation, in order
 * @param rangeId the partition key range that they were in; -1 if in several, or in one that was split meanwhile
 * @param lsn the newest sequence number of that range then, 0 if there is none
 */
public record BatchResult(List<OperationResult> results, int rangeId, long lsn) {
    public BatchResult {
        results = List.copyOf(results);
    }

    /** Whether every operation was done. */
    public boolean isSuccess() {
        return results.stream().allMatch(OperationResult::isSuccess);
    }

    /** What all of it cost, in request units. */
    public double charge() {
        return results.stream().mapToDouble(OperationResult::charge).sum();
    }
}
