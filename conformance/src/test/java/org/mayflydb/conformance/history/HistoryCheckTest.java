package org.mayflydb.conformance.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mayflydb.conformance.history.Operation.Kind;
import org.mayflydb.conformance.history.Outcome.Result;

/** The judge sees every kind of violation that is planted, and none where there is none. */
class HistoryCheckTest {
    private static final long SECOND = 1000;

    private final List<Event> events = new ArrayList<>();
    private final List<Change> log = new ArrayList<>();

    private static Content content(long serial, int ttlSeconds) {
        return new Content(serial, 7, ttlSeconds);
    }

    private static Operation write(Kind kind, String id, long serial) {
        return Operation.of(kind, "p", id, content(serial, -1));
    }

    private static Operation look(Kind kind, String id) {
        return Operation.of(kind, "p", id, Operation.NOTHING);
    }

    private static String etag(long lsn, String id) {
        return id + "@" + lsn;
    }

    /** Something that was done from one nanosecond to another. */
    private void saw(Operation operation, long from, long to, @Nullable Outcome outcome) {
        events.add(new Event(operation, from, to, SECOND, SECOND, outcome));
    }

    private void logged(Change.Type type, String id, long lsn, long previousLsn, @Nullable Content content) {
        Version version = content == null ? null : new Version(content, etag(lsn, id), SECOND, lsn);
        log.add(new Change(type, "p", id, lsn, SECOND, previousLsn, version));
    }

    /** Item a is created as number 1 and replaced as number 2, each answered. */
    private void createAndReplace() {
        saw(write(Kind.CREATE, "a", 1), 10, 20, Outcome.of(201, 1, etag(1, "a")));
        logged(Change.Type.CREATE, "a", 1, 0, content(1, -1));
        saw(write(Kind.REPLACE, "a", 2), 30, 40, Outcome.of(200, 2, etag(2, "a")));
        logged(Change.Type.REPLACE, "a", 2, 1, content(2, -1));
    }

    private void expectFinding(String text) {
        assertThat(HistoryCheck.of(events, log).findings()).anyMatch(finding -> finding.startsWith(text));
    }

    private void expectNothing() {
        assertThat(HistoryCheck.of(events, log).findings()).isEmpty();
    }

    @Test
    void aPossibleHistoryIsAccepted() {
        createAndReplace();
        saw(look(Kind.READ, "a"), 35, 45, Outcome.of(200, 2, etag(1, "a")));
        saw(look(Kind.READ, "a"), 46, 50, Outcome.of(200, 2, etag(2, "a")));
        saw(write(Kind.CREATE, "a", 3), 46, 50, Outcome.of(409, 2, null));
        saw(write(Kind.REPLACE, "a", 4).ifMatch(etag(1, "a")), 46, 50, Outcome.of(412, 2, null));
        saw(look(Kind.QUERY, ""), 46, 50, new Outcome(200, 2, List.of(), Map.of("a", etag(2, "a"))));
        saw(look(Kind.DELETE, "a"), 60, 70, Outcome.of(204, 3, null));
        logged(Change.Type.DELETE, "a", 3, 2, null);
        expectNothing();
        assertThat(HistoryCheck.of(events, log).lastEtags()).isEmpty();
    }

    @Test
    void writesOfUnknownOutcomeMayBeDoneOrNot() {
        createAndReplace();
        saw(write(Kind.UPSERT, "b", 3), 50, 90, null);
        saw(write(Kind.UPSERT, "c", 4), 50, 90, null);
        logged(Change.Type.CREATE, "c", 3, 0, content(4, -1));
        saw(look(Kind.DELETE, "a"), 50, 90, null);
        saw(look(Kind.DELETE, "a"), 50, 90, null);
        logged(Change.Type.DELETE, "a", 4, 2, null);
        expectNothing();
    }

    @Test
    void anAcknowledgedWriteThatIsLostIsFound() {
        createAndReplace();
        log.remove(1);
        expectFinding("A write was acknowledged, and is not in the log");
    }

    @Test
    void aRefusedWriteThatWasDoneIsFound() {
        createAndReplace();
        saw(write(Kind.CREATE, "b", 3), 50, 60, Outcome.of(409, 3, null));
        logged(Change.Type.CREATE, "b", 3, 0, content(3, -1));
        expectFinding("A write was refused, and done all the same");
    }

    @Test
    void aWriteThatWasDoneTwiceIsFound() {
        createAndReplace();
        logged(Change.Type.REPLACE, "a", 3, 2, content(2, -1));
        expectFinding("A write was done twice");
    }

    @Test
    void aWriteOfNobodyIsFound() {
        createAndReplace();
        logged(Change.Type.REPLACE, "a", 3, 2, content(99, -1));
        expectFinding("Nobody wrote what is in the log");
    }

    @Test
    void aDeleteOfNobodyIsFoundAlsoIfOneWasUnderWayAtAnotherTime() {
        saw(look(Kind.DELETE, "a"), 1, 5, null);
        createAndReplace();
        logged(Change.Type.DELETE, "a", 3, 2, null);
        expectFinding("Nobody did what is in the log");
    }

    @Test
    void aWriteBehindOneThatBeganLaterIsFound() {
        saw(write(Kind.UPSERT, "a", 1), 10, 20, Outcome.of(201, 2, etag(2, "a")));
        saw(write(Kind.UPSERT, "b", 2), 30, 40, Outcome.of(201, 1, etag(1, "b")));
        logged(Change.Type.CREATE, "b", 1, 0, content(2, -1));
        logged(Change.Type.CREATE, "a", 2, 0, content(1, -1));
        expectFinding("A write stands in the log behind one that began after its end");
    }

    @Test
    void aWrongAnswerToAWriteIsFound() {
        saw(write(Kind.UPSERT, "a", 1), 10, 20, Outcome.of(200, 1, etag(1, "a")));
        logged(Change.Type.CREATE, "a", 1, 0, content(1, -1));
        expectFinding("A write should be answered");
    }

    @Test
    void aWrongEtagAndAWrongSequenceNumberAreFound() {
        saw(write(Kind.UPSERT, "a", 1), 10, 20, Outcome.of(201, 2, etag(2, "a")));
        logged(Change.Type.CREATE, "a", 1, 0, content(1, -1));
        expectFinding("A write names another sequence number");
        expectFinding("A write names another ETag");
    }

    @Test
    void aConditionThatWasNotKeptIsFound() {
        createAndReplace();
        saw(write(Kind.REPLACE, "a", 3).ifMatch(etag(1, "a")), 50, 60, Outcome.of(200, 3, etag(3, "a")));
        logged(Change.Type.REPLACE, "a", 3, 2, content(3, -1));
        expectFinding("A write did something else than it should");
    }

    @Test
    void aPatchOfAnOldVersionIsFound() {
        createAndReplace();
        saw(write(Kind.PATCH, "a", 3), 50, 60, Outcome.of(200, 3, etag(3, "a")));
        logged(Change.Type.REPLACE, "a", 3, 2, content(3, -1));
        expectFinding("A write did something else than it should");
    }

    @Test
    void aWriteWithAnotherTimeIsFound() {
        Operation create = write(Kind.CREATE, "a", 1);
        events.add(new Event(create, 10, 20, SECOND + 1, SECOND + 2, Outcome.of(201, 1, etag(1, "a"))));
        logged(Change.Type.CREATE, "a", 1, 0, content(1, -1));
        expectFinding("A write has a time at which it was not under way");
    }

    @Test
    void halfABatchIsFound() {
        Operation batch = Operation.batch("p", List.of(write(Kind.UPSERT, "a", 1), write(Kind.UPSERT, "b", 2)));
        saw(batch, 10, 20, null);
        logged(Change.Type.CREATE, "a", 1, 0, content(1, -1));
        expectFinding("A write did something else than it should");
    }

    @Test
    void aQueryThatSeesHalfABatchIsFound() {
        Operation batch = Operation.batch("p", List.of(write(Kind.UPSERT, "a", 1), write(Kind.UPSERT, "b", 2)));
        List<Result> results = List.of(new Result(201, etag(1, "a")), new Result(201, etag(1, "b")));
        saw(batch, 10, 40, new Outcome(200, 1, results, Map.of()));
        logged(Change.Type.CREATE, "a", 1, 0, content(1, -1));
        logged(Change.Type.CREATE, "b", 1, 0, content(2, -1));
        expectNothing();
        saw(look(Kind.QUERY, ""), 20, 30, new Outcome(200, 1, List.of(), Map.of("a", etag(1, "a"))));
        expectFinding("No state explains");
    }

    @Test
    void aStaleReadIsFound() {
        createAndReplace();
        saw(look(Kind.READ, "a"), 50, 60, Outcome.of(200, 2, etag(1, "a")));
        expectFinding("No state explains");
    }

    @Test
    void aReadBeforeItsWriteIsFound() {
        createAndReplace();
        saw(look(Kind.READ, "a"), 22, 28, Outcome.of(200, 2, etag(2, "a")));
        expectFinding("No state explains");
    }

    @Test
    void aReadThatGoesBackBehindAnotherIsFound() {
        createAndReplace();
        saw(look(Kind.READ, "a"), 31, 33, Outcome.of(200, 2, etag(2, "a")));
        expectNothing();
        saw(look(Kind.READ, "a"), 35, 37, Outcome.of(200, 1, etag(1, "a")));
        expectFinding("No state explains");
    }

    @Test
    void aRefusalWithoutReasonIsFound() {
        createAndReplace();
        saw(write(Kind.CREATE, "b", 3), 50, 60, Outcome.of(409, 2, null));
        expectFinding("No state explains");
    }

    @Test
    void aQueryThatMissesWhatWasThereIsFound() {
        createAndReplace();
        saw(look(Kind.QUERY, ""), 50, 60, new Outcome(200, 2, List.of(), Map.of()));
        expectFinding("No state explains");
    }

    @Test
    void aQueryThatFindsWhatWasNeverThereIsFound() {
        createAndReplace();
        saw(look(Kind.QUERY, ""), 50, 60, new Outcome(200, 2, List.of(), Map.of("b", "x", "a", etag(2, "a"))));
        expectFinding("No state explains");
    }

    @Test
    void itemsEndAtTheirSecond() {
        saw(Operation.of(Kind.CREATE, "p", "a", content(1, 5)), 10, 20, Outcome.of(201, 1, etag(1, "a")));
        logged(Change.Type.CREATE, "a", 1, 0, content(1, 5));
        Operation read = look(Kind.READ, "a");
        events.add(new Event(read, 30, 40, SECOND + 4, SECOND + 4, Outcome.of(200, 1, etag(1, "a"))));
        events.add(new Event(read, 50, 60, SECOND + 4, SECOND + 5, Outcome.of(404, 1, null)));
        events.add(new Event(read, 70, 80, SECOND + 5, SECOND + 5, Outcome.of(404, 1, null)));
        expectNothing();
        events.add(new Event(read, 90, 99, SECOND + 5, SECOND + 6, Outcome.of(200, 1, etag(1, "a"))));
        expectFinding("No state explains");
    }

    @Test
    void aPurgeOfWhatLivesIsFound() {
        createAndReplace();
        logged(Change.Type.EXPIRE, "a", 3, 2, null);
        expectFinding("An item was purged that lives");
    }

    @Test
    void anExpiryThatIsLoggedTwiceIsFound() {
        createAndReplace();
        log.add(new Change(Change.Type.EXPIRE, "p", "a", 3, SECOND, 2, null));
        log.add(new Change(Change.Type.EXPIRE, "p", "a", 4, SECOND, 2, null));
        expectFinding("The log does not fit what it said before");
    }

    @Test
    void aLogThatGoesBackOrNamesAnotherVersionBeforeIsFound() {
        createAndReplace();
        logged(Change.Type.REPLACE, "a", 1, 7, content(3, -1));
        expectFinding("The log goes back");
        expectFinding("The log names another version before");
    }
}
