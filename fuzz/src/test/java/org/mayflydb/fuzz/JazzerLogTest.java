package org.mayflydb.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JazzerLogTest {
    private static JazzerLog of(String... lines) {
        JazzerLog log = new JazzerLog();
        for (String line : lines) {
            log.add(line);
        }
        return log;
    }

    @Test
    void figuresAreThoseOfTheLastLine() {
        JazzerLog log = of(
                "#2\tINITED cov: 30 ft: 41 corp: 3/40b exec/s: 0 rss: 524Mb",
                "#2048\tNEW    cov: 350 ft: 913 corp: 119/8202b lim: 446 exec/s: 5681 rss: 533Mb L: 76/318",
                "stat::number_of_executed_units: 3000");
        assertThat(log.executions()).isEqualTo(3000);
        assertThat(log.coverage()).isEqualTo(350);
        assertThat(log.corpus()).isEqualTo(119);
        assertThat(log.complaints()).isEmpty();
    }

    @Test
    void failuresAreListedOnceEach() {
        JazzerLog log = of(
                "== Java Exception: java.lang.AssertionError: does not hold: a path is ASCII",
                "\tat org.mayflydb.fuzz.Claim.holds(Claim.java:12)",
                "== Java Exception: java.lang.AssertionError: does not hold: a path is ASCII",
                "==123== ERROR: libFuzzer: timeout after 300 seconds",
                "==123== ERROR: libFuzzer: fuzz target exited");
        assertThat(log.complaints())
                .containsExactly(
                        "java.lang.AssertionError: does not hold: a path is ASCII", "timeout after 300 seconds");
    }
}
