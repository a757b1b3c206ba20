package org.mayflydb.database;

import java.util.List;

/**
 * What a check of a whole store found.
 *
 * @param findings what does not fit together, each with its place; the first thousand
 */
public record CheckReport(int containers, int partitions, long items, List<String> findings) {
    public CheckReport {
        findings = List.copyOf(findings);
    }

    public boolean isSound() {
        return findings.isEmpty();
    }
}
