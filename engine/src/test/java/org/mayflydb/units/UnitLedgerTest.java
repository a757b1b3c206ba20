package org.mayflydb.units;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class UnitLedgerTest {
    private static final long START = 1_794_700_800_000L;
    private static final double UNITS = 400;

    private final UnitLedger ledger = new UnitLedger();

    private void spend(long atMillis, double units) {
        ledger.spend(START + atMillis, UNITS, units);
    }

    private long waitMillis(long atMillis) {
        return ledger.waitMillis(START + atMillis, UNITS);
    }

    private double leftOver(long atMillis) {
        return ledger.leftOver(START + atMillis, UNITS);
    }

    @Test
    void requestsAreAdmittedUntilTheUnitsOfTheSecondAreSpent() {
        spend(0, 399);
        assertThat(waitMillis(10)).isZero();
        spend(10, 1);
        assertThat(waitMillis(10)).isEqualTo(990);
        assertThat(waitMillis(999)).isEqualTo(1);
        assertThat(waitMillis(1000)).isZero();
    }

    @Test
    void whatARequestCostsBeyondTheUnitsOfItsSecondIsPaidByTheNextOnes() {
        spend(100, 1000);
        assertThat(waitMillis(100)).isEqualTo(1900);
        assertThat(waitMillis(1999)).isEqualTo(1);
        assertThat(waitMillis(2000)).isZero();
        spend(2000, 199);
        assertThat(waitMillis(2000)).as("200 were owed").isZero();
        spend(2000, 1);
        assertThat(waitMillis(2000)).isEqualTo(1000);
    }

    @Test
    void unspentUnitsAreGoneWithTheirSecond() {
        assertThat(waitMillis(0)).isZero();
        spend(60_000, 400);
        assertThat(waitMillis(60_000)).isEqualTo(1000);
    }

    @Test
    void anotherThroughputCountsAtOnce() {
        spend(0, 400);
        assertThat(waitMillis(0)).isEqualTo(1000);
        assertThat(ledger.waitMillis(START, 1000)).isZero();
        assertThat(ledger.waitMillis(START, 200)).isEqualTo(2000);
    }

    @Test
    void leftOverIsWhatFellDueAndNobodySpent() {
        assertThat(leftOver(0)).isZero();
        assertThat(leftOver(250)).isEqualTo(100);
        spend(250, 60);
        assertThat(leftOver(250)).isEqualTo(40);
        assertThat(leftOver(999)).isEqualTo(400 * 0.999 - 60);
    }

    @Test
    void nothingIsLeftOverWhileRequestsSpendAsFastAsUnitsFallDue() {
        for (int at = 0; at < 60_000; at += 10) {
            spend(at, 4);
            assertThat(leftOver(at)).as("after %d ms", at).isZero();
        }
    }

    @Test
    void whatThePurgeSpendsKeepsNoRequestOut() {
        ledger.spendOnPurge(START + 999, UNITS, 399);
        assertThat(waitMillis(999)).isZero();
        spend(999, 399);
        assertThat(waitMillis(999)).isZero();
    }

    @Test
    void thePurgePaysWhatItSpentBeyondWhatWasLeft() {
        ledger.spendOnPurge(START + 500, UNITS, 1000);
        assertThat(leftOver(999)).isZero();
        assertThat(leftOver(1999)).isZero();
        assertThat(leftOver(2500)).as("of 200 that fell due, all were owed").isZero();
        assertThat(leftOver(2750)).isEqualTo(100);
    }

    @Test
    void aClockThatIsMovedBackBeginsANewSecond() {
        spend(10_000, 400);
        assertThat(waitMillis(5_000)).isZero();
    }

    /** Whatever happens, requests and the purge together spend no more than fell due and what the last one overdrew. */
    @Test
    void thePurgeNeverGetsMoreThanRequestsLeaveOver() {
        long seed = 20261116;
        SplittableRandom random = new SplittableRandom(seed);
        double byRequests = 0;
        double byPurge = 0;
        long millis = 0;
        for (int i = 0; i < 100_000; i++) {
            millis += random.nextInt(40);
            if (random.nextBoolean() && waitMillis(millis) == 0) {
                double units = random.nextInt(1, 12);
                spend(millis, units);
                byRequests += units;
            }
            double left = leftOver(millis);
            if (left > 0) {
                double units = Math.min(left, random.nextInt(1, 50));
                ledger.spendOnPurge(START + millis, UNITS, units);
                byPurge += units;
            }
            double fellDue = UNITS * (millis / 1000 + 1);
            assertThat(byPurge).as("seed %d, step %d", seed, i).isLessThanOrEqualTo(fellDue);
            assertThat(byRequests).as("seed %d, step %d", seed, i).isLessThanOrEqualTo(fellDue + 12);
        }
        assertThat(byPurge).isPositive();
    }
}
