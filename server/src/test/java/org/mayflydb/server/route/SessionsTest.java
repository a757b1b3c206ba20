package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.Invariant;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.protocol.WireResponse;
import org.mayflydb.server.route.Client.Answer;

/** Reads whose session token is ahead of their partition, and which responses have a token. */
class SessionsTest {
    private static final String DOCS = "/dbs/db/colls/c/docs";
    private static final String AHEAD = "0:-1#3";
    private static final String READ_BATCH =
            "[{\"operationType\":\"Create\",\"resourceBody\":{\"id\":\"new\",\"pk\":\"p\"}},"
                    + "{\"operationType\":\"Read\",\"id\":\"a\"}]";

    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private boolean workersAreBusy;
    private final Client client =
            new Client(new Gateway.Threads(this::work, Runnable::run, Runnable::run, waiting::add));

    private void work(Runnable task) {
        if (workersAreBusy) {
            throw new RejectedExecutionException("busy");
        }
        task.run();
    }

    @BeforeEach
    void createItem() {
        client.createContainer();
        assertThat(create("a").expect(201).header("x-ms-session-token")).isEqualTo("0:-1#2");
    }

    @AfterEach
    void close() {
        client.close();
    }

    private static Map<String, String> headers(String... more) {
        Map<String, String> headers = new HashMap<>(Map.of(WireHeaders.PARTITION_KEY, "[\"p\"]"));
        for (int i = 0; i < more.length; i += 2) {
            headers.put(more[i], more[i + 1]);
        }
        return headers;
    }

    private Answer create(String id) {
        return client.send(Verb.POST, DOCS, "{\"id\":\"" + id + "\",\"pk\":\"p\"}", headers());
    }

    /** Lets the time pass after which a read that waits is refused. */
    private Answer settled(AtomicReference<@Nullable WireResponse> begun) {
        assertThat(begun.get()).isNull();
        while (!waiting.isEmpty()) {
            waiting.remove().run();
        }
        return new Answer(answered(begun.get()));
    }

    private static WireResponse answered(@Nullable WireResponse response) {
        return Invariant.present(response, "the gateway answers at once");
    }

    private AtomicReference<@Nullable WireResponse> read(String... more) {
        return client.begin(Verb.GET, DOCS + "/a", "", headers(more));
    }

    private static void assertSessionNotAvailable(Answer answer) {
        assertThat(answer.expect(404).header("x-ms-substatus")).isEqualTo("1002");
        assertThat(answer.text()).contains("The read session is not available for the input session token.");
        assertThat(answer.header("x-ms-session-token")).isEqualTo("0:-1#2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0:-1#2", "0:-1#1", "0:2", "7:-1#900", "7:-1#900,0:-1#2#1=9"})
    void aTokenThatThePartitionHasReachedIsServedAtOnce(String token) {
        assertThat(new Answer(answered(read(WireHeaders.SESSION_TOKEN, token).get())).status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {AHEAD, "0:0#1", "0:9", "7:-1#1,0:-1#3"})
    void aTokenAheadOfThePartitionIsNotAvailableAfterAShortWait(String token) {
        assertSessionNotAvailable(settled(read(WireHeaders.SESSION_TOKEN, token)));
    }

    @Test
    void aReadThatWaitsIsServedAsSoonAsThePartitionHasReachedItsToken() {
        AtomicReference<@Nullable WireResponse> begun = read(WireHeaders.SESSION_TOKEN, AHEAD);
        waiting.remove().run();
        create("b").expect(201);
        assertThat(settled(begun).expect(200).header("x-ms-session-token")).isEqualTo("0:-1#3");
    }

    @Test
    void aReadThatWaitsIsRefusedIfNoWorkerIsFree() {
        AtomicReference<@Nullable WireResponse> begun = read(WireHeaders.SESSION_TOKEN, AHEAD);
        create("b").expect(201);
        workersAreBusy = true;
        settled(begun).expect(429);
    }

    @Test
    void aMissingItemIsNoAnswerToATokenThatIsAhead() {
        assertSessionNotAvailable(
                settled(client.begin(Verb.GET, DOCS + "/none", "", headers(WireHeaders.SESSION_TOKEN, AHEAD))));
    }

    @Test
    void queriesListsAndFeedsRespectTheToken() {
        assertSessionNotAvailable(settled(client.begin(
                Verb.POST,
                DOCS,
                "{\"query\":\"SELECT * FROM c\"}",
                headers(WireHeaders.SESSION_TOKEN, AHEAD, "content-type", "application/query+json"))));
        assertSessionNotAvailable(settled(client.begin(Verb.GET, DOCS, "", headers(WireHeaders.SESSION_TOKEN, AHEAD))));
        assertSessionNotAvailable(settled(client.begin(
                Verb.GET, DOCS, "", headers(WireHeaders.SESSION_TOKEN, AHEAD, "A-IM", "Incremental Feed"))));
    }

    @Test
    void queryPlansHoldNoDataAndIgnoreTheToken() {
        client.send(
                        Verb.POST,
                        DOCS,
                        "{\"query\":\"SELECT * FROM c\"}",
                        headers(
                                WireHeaders.SESSION_TOKEN,
                                AHEAD,
                                "content-type",
                                "application/query+json",
                                WireHeaders.IS_QUERY_PLAN,
                                "True"))
                .expect(200);
    }

    @Test
    void aBatchThatReadsRespectsTheTokenAndOneThatOnlyWritesDoesNot() {
        Map<String, String> batch = headers(
                WireHeaders.SESSION_TOKEN, AHEAD, WireHeaders.IS_BATCH, "True", WireHeaders.BATCH_ATOMIC, "True");
        assertSessionNotAvailable(settled(client.begin(Verb.POST, DOCS, READ_BATCH, batch)));
        client.send(Verb.GET, DOCS + "/new", "", headers()).expect(404);
        client.send(Verb.POST, DOCS, READ_BATCH.replaceFirst(",\\{\"operationType\":\"Read\".*", "]"), batch)
                .expect(200);
    }

    @Test
    void writesIgnoreTheToken() {
        client.send(Verb.POST, DOCS, "{\"id\":\"b\",\"pk\":\"p\"}", headers(WireHeaders.SESSION_TOKEN, "0:-1#900"))
                .expect(201);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Eventual", "ConsistentPrefix"})
    void weakerConsistencyIgnoresTheToken(String level) {
        AtomicReference<@Nullable WireResponse> begun =
                read(WireHeaders.SESSION_TOKEN, AHEAD, WireHeaders.CONSISTENCY_LEVEL, level);
        assertThat(answered(begun.get()).status()).isEqualTo(200);
    }

    @Test
    void aMalformedTokenIsABadRequest() {
        Answer refused =
                new Answer(answered(read(WireHeaders.SESSION_TOKEN, "rubbish").get()));
        assertThat(refused.expect(400).text()).contains("The session token provided 'rubbish' is invalid.");
    }

    @Test
    void childrenContinueTheTokenOfTheRangeThatWasSplit() {
        String offer = client.get("/offers").text().replaceAll("(?s).*\"id\":\"([^\"]+)\".*", "$1");
        client.send(Verb.PUT, "/offers/" + offer, "{\"content\":{\"offerThroughput\":20000}}", Map.of())
                .expect(200);
        assertThat(new Answer(answered(read(WireHeaders.SESSION_TOKEN, "0:-1#2").get()))
                        .expect(200)
                        .header("x-ms-session-token"))
                .matches("[12]:-1#2");
        assertThat(settled(read(WireHeaders.SESSION_TOKEN, AHEAD)).expect(404).header("x-ms-substatus"))
                .isEqualTo("1002");
    }

    @Test
    void aContainerCreatedAgainHasReachedTheTokensOfItsPredecessor() {
        client.send(Verb.DELETE, "/dbs/db/colls/c", "", Map.of()).expect(204);
        client.post("/dbs/db/colls", "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}}")
                .expect(201);
        WireResponse missing =
                answered(read(WireHeaders.SESSION_TOKEN, "0:-1#2").get());
        assertThat(missing.status()).isEqualTo(404);
        assertThat(missing.header("x-ms-substatus")).isNull();
    }

    @Test
    void failuresThatTellTheStateOfAPartitionHaveAToken() {
        Answer missing = client.send(Verb.GET, DOCS + "/none", "", headers()).expect(404);
        Answer conflict = create("a").expect(409);
        Answer changed = client.send(
                        Verb.PUT, DOCS + "/a", "{\"id\":\"a\",\"pk\":\"p\"}", headers("If-Match", "\"other\""))
                .expect(412);
        for (Answer answer : new Answer[] {missing, conflict, changed}) {
            assertThat(answer.header("x-ms-session-token")).isEqualTo("0:-1#2");
            assertThat(answer.header("x-ms-documentdb-partitionkeyrangeid")).isEqualTo("0");
            assertThat(answer.header("x-ms-content-path"))
                    .as("failures name no owner")
                    .isEqualTo("null");
        }
    }

    @Test
    void aBatchThatFailsHasATokenAndNoOwner() {
        Answer failed = client.send(
                        Verb.POST,
                        DOCS,
                        "[{\"operationType\":\"Read\",\"id\":\"none\"}]",
                        headers(WireHeaders.IS_BATCH, "True", WireHeaders.BATCH_ATOMIC, "True"))
                .expect(207);
        assertThat(failed.header("x-ms-session-token")).isEqualTo("0:-1#2");
        assertThat(failed.header("x-ms-content-path")).isEqualTo("null");
    }
}
