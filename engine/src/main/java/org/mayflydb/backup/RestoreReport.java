package org.mayflydb.backup;

import java.time.Instant;
import java.util.List;

/**
 * What a restore has done.
 *
 * @param moment the time that decided what has expired
 * @param items how many items are alive in the restored store
 * @param purgedItems how many had expired and were removed
 * @param keptItems how many had expired and were kept, because that was asked for
 * @param disabledContainers in how many containers time to live was switched off
 * @param findings what the check found; then the store is not to be used
 */
public record RestoreReport(
        Instant moment,
        int containers,
        long items,
        long purgedItems,
        long keptItems,
        int disabledContainers,
        List<String> findings) {
    public RestoreReport {
        findings = List.copyOf(findings);
    }

    RestoreReport withFindings(List<String> found) {
        return new RestoreReport(moment, containers, items, purgedItems, keptItems, disabledContainers, found);
    }
}
