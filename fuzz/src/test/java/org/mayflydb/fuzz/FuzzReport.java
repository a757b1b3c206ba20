package org.mayflydb.fuzz;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * What came of fuzzing a target.
 *
 * @param executions how many inputs were run
 * @param seconds for how long
 * @param coverage how many edges of the code were reached
 * @param corpus how many inputs reach them
 * @param findings the inputs for which a claim does not hold
 * @param complaints the first line of each failure
 */
record FuzzReport(
        String target,
        long executions,
        long seconds,
        long coverage,
        long corpus,
        List<Path> findings,
        List<String> complaints) {

    static final String HEADER = String.format(
            Locale.ROOT,
            "%-22s %12s %8s %9s %8s %8s",
            "target",
            "executions",
            "per s",
            "coverage",
            "corpus",
            "findings");

    FuzzReport {
        findings = List.copyOf(findings);
        complaints = List.copyOf(complaints);
    }

    boolean isClean() {
        return findings.isEmpty() && complaints.isEmpty();
    }

    /** A row of a table, with a line for each finding. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%-22s %,12d %,8d %,9d %,8d %8d",
                target,
                executions,
                executions / Math.max(1, seconds),
                coverage,
                corpus,
                Math.max(findings.size(), complaints.isEmpty() ? 0 : 1)));
        complaints.forEach(complaint -> text.append("\n    ").append(complaint));
        findings.forEach(finding -> text.append("\n    input: ").append(finding));
        return text.toString();
    }
}
