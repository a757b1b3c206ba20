package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.protocol.WireResponse;
import org.mayflydb.server.route.Client.Answer;

/** What the gateway has others do, and when it answers then. */
class GatewayThreadsTest {
    private static final Map<String, String> KEY = Map.of("x-ms-documentdb-partitionkey", "[\"p\"]");
    private static final String ITEMS = "/dbs/db/colls/c/docs";

    private final ArrayDeque<Runnable> written = new ArrayDeque<>();
    private boolean workersAreBusy;
    private boolean writersAreSlow;
    private boolean queriesAreBusy;
    private int worked;
    private int asked;
    private final Client client = new Client(new Gateway.Threads(this::work, this::write, this::ask));

    private void work(Runnable task) {
        if (workersAreBusy) {
            throw new RejectedExecutionException("busy");
        }
        worked++;
        task.run();
    }

    private void ask(Runnable task) {
        if (queriesAreBusy) {
            throw new RejectedExecutionException("busy");
        }
        asked++;
        task.run();
    }

    private void write(Runnable task) {
        if (writersAreSlow) {
            written.add(task);
        } else {
            task.run();
        }
    }

    @BeforeEach
    void createContainer() {
        client.createContainer();
        client.send(Verb.GET, ITEMS + "/none", "", KEY).expect(404);
        worked = 0;
    }

    @AfterEach
    void close() {
        client.close();
    }

    private AtomicReference<@Nullable WireResponse> create(String more) {
        return client.begin(Verb.POST, ITEMS, "{\"id\":\"a\",\"pk\":\"p\",\"more\":\"" + more + "\"}", KEY);
    }

    @Test
    void aWriteIsAnsweredWhenItIsDoneAndOccupiesNoWorker() {
        writersAreSlow = true;
        AtomicReference<@Nullable WireResponse> response = create("");
        assertThat(response.get()).isNull();
        written.remove().run();
        assertThat(response.get()).extracting(WireResponse::status).isEqualTo(201);
        assertThat(worked).isZero();
    }

    @Test
    void aWriteThatFailsWhenItIsDoneIsAnsweredWithItsFailure() {
        create("");
        writersAreSlow = true;
        AtomicReference<@Nullable WireResponse> response = create("");
        assertThat(response.get()).isNull();
        written.remove().run();
        assertThat(response.get()).extracting(WireResponse::status).isEqualTo(409);
    }

    @Test
    void aWriteThatIsBadIsAnsweredAtOnce() {
        writersAreSlow = true;
        client.send(Verb.POST, ITEMS, "{", KEY).expect(400);
    }

    @Test
    void aContainerIsOpenedByAWorkerAndUsedOnTheCallersThreadFromThenOn() {
        client.post("/dbs/db/colls", "{\"id\":\"new\",\"partitionKey\":{\"paths\":[\"/pk\"]}}")
                .expect(201);
        worked = 0;
        client.send(Verb.GET, "/dbs/db/colls/new/docs/a", "", KEY).expect(404);
        assertThat(worked).isEqualTo(1);
        client.send(Verb.GET, "/dbs/db/colls/new/docs/a", "", KEY).expect(404);
        client.send(Verb.POST, "/dbs/db/colls/new/docs", "{\"id\":\"a\",\"pk\":\"p\"}", KEY)
                .expect(201);
        assertThat(worked).isEqualTo(1);
    }

    @Test
    void whileAllWorkersAreBusyNoContainerIsOpenedOnTheCallersThread() {
        client.post("/dbs/db/colls", "{\"id\":\"new\",\"partitionKey\":{\"paths\":[\"/pk\"]}}")
                .expect(201);
        workersAreBusy = true;
        client.send(Verb.GET, "/dbs/db/colls/new/docs/a", "", KEY).expect(429);
        client.send(Verb.GET, ITEMS + "/a", "", KEY).expect(404);
    }

    @Test
    void aLargeBodyIsReadByAWorker() {
        AtomicReference<@Nullable WireResponse> response = create("x".repeat(20_000));
        assertThat(response.get()).extracting(WireResponse::status).isEqualTo(201);
        assertThat(worked).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'operations':[{'op':'set','path':'/n','value':1}]} | 0",
                "{'condition':'from c','operations':[{'op':'set','path':'/n','value':1}]} | 1",
                "{'\\u0063ondition':'from c','operations':[{'op':'set','path':'/n','value':1}]} | 1",
            })
    void aPatchWithAConditionIsReadByAWorker(String patch, int byWorkers) {
        create("");
        client.send(Verb.PATCH, ITEMS + "/a", patch.replace('\'', '"'), KEY).expect(200);
        assertThat(worked).isEqualTo(byWorkers);
    }

    @ParameterizedTest
    @CsvSource({"'', 0", "'\"condition\":\"from c\",', 1"})
    void aBatchWithAConditionIsReadByAWorker(String condition, int byWorkers) {
        create("");
        String patch = "{" + condition + "\"operations\":[{\"op\":\"set\",\"path\":\"/n\",\"value\":1}]}";
        Map<String, String> headers = new HashMap<>(KEY);
        headers.put(WireHeaders.IS_BATCH, "True");
        headers.put(WireHeaders.BATCH_ATOMIC, "True");
        String batch = "[{\"operationType\":\"Patch\",\"id\":\"a\",\"resourceBody\":" + patch + "}]";
        client.send(Verb.POST, ITEMS, batch, headers).expect(200);
        assertThat(worked).isEqualTo(byWorkers);
    }

    @Test
    void whenTooManyRequestsWaitTheClientIsToldToComeAgain() {
        workersAreBusy = true;
        Answer answer = client.get("/dbs/db").expect(429);
        assertThat(answer.header("x-ms-substatus")).isEqualTo("3092");
        assertThat(answer.header("x-ms-retry-after-ms")).isEqualTo("100");
        assertThat(answer.text()).contains("TooManyRequests");
    }

    @Test
    void whenTooManyWritesWaitForAPartitionTheClientIsToldToComeAgain() {
        writersAreSlow = true;
        for (int i = 0; i < 4096; i++) {
            assertThat(create("").get()).isNull();
        }
        assertThat(create("").get()).extracting(WireResponse::status).isEqualTo(429);
    }

    @Test
    void questionsHaveThreadsOfTheirOwn() {
        client.query(ITEMS, "SELECT * FROM c").expect(200);
        client.send(
                        Verb.POST,
                        ITEMS,
                        "{\"query\":\"SELECT * FROM c\"}",
                        Map.of("x-ms-cosmos-is-query-plan-request", "True"))
                .expect(200);
        client.query("/dbs", "SELECT * FROM r").expect(200);
        assertThat(asked).isEqualTo(3);
        assertThat(worked).isZero();
    }

    @Test
    void whenTooManyQuestionsWaitOthersAreStillAnswered() {
        queriesAreBusy = true;
        Answer answer = client.query(ITEMS, "SELECT * FROM c").expect(429);
        assertThat(answer.header("x-ms-retry-after-ms")).isEqualTo("100");
        client.get("/dbs/db").expect(200);
    }
}
