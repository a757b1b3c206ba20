package org.mayflydb.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.ClockWatch.Moment;
import org.mayflydb.base.ClockWatch.Verdict;

class ClockWatchTest {
    private final Machine machine = new Machine();
    private final List<String> events = new ArrayList<>();
    private final ClockWatch watch = new ClockWatch(machine, machine.rules(), new ClockWatch.Observer() {
        @Override
        public void jumped(Duration ahead) {
            events.add("jumped " + ahead.toSeconds());
        }

        @Override
        public void trusted(boolean takenBack, Duration ahead) {
            events.add((takenBack ? "taken back " : "accepted ") + ahead.toSeconds());
        }

        @Override
        public void wentBack(long fromSecond, long toSecond) {
            events.add("went back " + (fromSecond - toSecond));
        }
    });

    @Test
    void timeThatPassesIsTrusted() {
        for (int day = 0; day < 400; day++) {
            machine.pass(86_400);
            assertThat(watch.moment()).isEqualTo(new Moment(machine.second(), null));
        }
        assertThat(events).isEmpty();
    }

    @Test
    void stepWithinTheToleranceIsTrusted() {
        machine.step(60);
        assertThat(watch.deletionSecond()).isEqualTo(machine.second());
        assertThat(events).isEmpty();
    }

    @Test
    void stepBeyondTheToleranceIsSuspectFromTheFirstSecondTold() {
        machine.step(61);
        Moment moment = watch.moment();
        assertThat(moment.second()).as("visibility follows the clock").isEqualTo(machine.second());
        assertThat(moment.jump()).isNotNull();
        assertThat(watch.deletionSecond()).isEqualTo(Long.MIN_VALUE);
        assertThat(watch.ahead()).isEqualTo(Duration.ofSeconds(61));
        assertThat(events).containsExactly("jumped 61");
    }

    @Test
    void severalSmallStepsAddUpToAJump() {
        for (int i = 0; i < 4; i++) {
            machine.step(20);
            machine.pass(1);
            watch.moment();
        }
        assertThat(events).containsExactly("jumped 79");
    }

    @Test
    void slowDriftNeverAddsUpToAJump() {
        for (int hour = 0; hour < 24 * 30; hour++) {
            machine.pass(3600);
            machine.step(2);
            assertThat(watch.moment().jump()).isNull();
        }
        assertThat(events).isEmpty();
    }

    @Test
    void clockThatIsSetBackEndsTheJump() {
        machine.step(3600);
        Moment suspect = watch.moment();
        machine.pass(30);
        machine.step(-3600);
        assertThat(watch.moment().jump()).isNull();
        assertThat(suspect.jump())
                .isNotNull()
                .satisfies(jump -> assertThat(jump.verdict()).isEqualTo(Verdict.TAKEN_BACK));
        assertThat(events).containsExactly("jumped 3600", "taken back 0", "went back 3570");
    }

    @Test
    void jumpIsAcceptedAfterTheGracePeriod() {
        machine.step(3600);
        watch.moment();
        machine.pass(599);
        assertThat(watch.graceLeft()).isEqualTo(Duration.ofSeconds(1));
        assertThat(watch.deletionSecond()).isEqualTo(Long.MIN_VALUE);
        machine.pass(1);
        assertThat(watch.deletionSecond()).isEqualTo(machine.second());
        assertThat(events).containsExactly("jumped 3600", "accepted 3600");
    }

    @Test
    void operatorAcceptsAJump() {
        machine.step(3600);
        assertThat(watch.accept()).isTrue();
        assertThat(watch.deletionSecond()).isEqualTo(machine.second());
        assertThat(watch.accept()).as("there is nothing to accept any more").isFalse();
    }

    @Test
    void acceptedTimeIsTheBaseOfTheNextComparison() {
        machine.step(3600);
        watch.accept();
        machine.step(60);
        assertThat(watch.moment().jump()).isNull();
        machine.step(1);
        assertThat(watch.moment().jump()).isNotNull();
    }

    @Test
    void clockThatStaysBehindForTheGracePeriodIsANewBase() {
        machine.step(-7200);
        watch.moment();
        machine.step(3600);
        assertThat(watch.moment().jump()).as("it may be on its way back").isNull();
        machine.pass(600);
        watch.moment();
        machine.step(100);
        assertThat(watch.moment().jump()).isNotNull();
    }

    @Test
    void clockOfTheProgramNeverJumps() {
        MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(Machine.START));
        ClockWatch moved = ClockWatch.trusting(clock);
        clock.advance(Duration.ofDays(90));
        assertThat(moved.moment().jump()).isNull();
        assertThat(moved.deletionSecond()).isEqualTo(Machine.START + 90 * 86_400);
    }

    @Test
    void clockThatIsMovedOnTopOfTheMachinesDoesNotJump() {
        MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(Machine.START));
        ClockWatch moved = new ClockWatch(clock, machine.rules(), ClockWatch.Observer.NONE);
        clock.advance(Duration.ofDays(90));
        assertThat(moved.moment().jump()).isNull();
        machine.step(100);
        clock.advance(Duration.ofSeconds(1));
        assertThat(moved.moment().jump()).as("the machine's clock did").isNotNull();
    }
}
