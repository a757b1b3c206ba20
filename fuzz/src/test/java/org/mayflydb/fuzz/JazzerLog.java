package org.mayflydb.fuzz;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Collects figures and failures from what Jazzer prints. */
final class JazzerLog {
    private static final Pattern STATUS = Pattern.compile("^#(\\d+)\\s+\\S+\\s+cov: (\\d+) ft: \\d+ corp: (\\d+)/");
    private static final Pattern EXECUTIONS = Pattern.compile("^stat::number_of_executed_units:\\s*(\\d+)");
    private static final Pattern FAILURE = Pattern.compile(
            "^(?:== Java Exception: |Caused by: |==\\d+== ?ERROR: libFuzzer: (?!fuzz target exited))(.+)");
    private static final int COMPLAINTS_MAX = 20;

    private long executions;
    private long coverage;
    private long corpus;
    private final Set<String> complaints = new LinkedHashSet<>();

    void add(String line) {
        Matcher status = STATUS.matcher(line);
        if (status.find()) {
            executions = Math.max(executions, Long.parseLong(status.group(1)));
            coverage = Long.parseLong(status.group(2));
            corpus = Long.parseLong(status.group(3));
        }
        Matcher total = EXECUTIONS.matcher(line);
        if (total.find()) {
            executions = Math.max(executions, Long.parseLong(total.group(1)));
        }
        Matcher failure = FAILURE.matcher(line);
        if (failure.find() && complaints.size() < COMPLAINTS_MAX) {
            complaints.add(failure.group(1));
        }
    }

    long executions() {
        return executions;
    }

    long coverage() {
        return coverage;
    }

    long corpus() {
        return corpus;
    }

    List<String> complaints() {
        return List.copyOf(complaints);
    }
}
