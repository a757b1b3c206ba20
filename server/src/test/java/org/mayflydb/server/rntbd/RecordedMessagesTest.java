package org.mayflydb.server.rntbd;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.rntbd.RecordedMessages.Recorded;

/** Messages as the Java client sends and understands them. */
class RecordedMessagesTest {
    /** Tokens of contexts are numbered on their own. */
    static List<Recorded> requests() {
        return RecordedMessages.all().stream()
                .filter(recorded -> !recorded.name().equals("context handshake"))
                .toList();
    }

    static List<Recorded> all() {
        return RecordedMessages.all();
    }

    private static Frame requestOf(Recorded recorded) {
        return Frame.read(Unpooled.wrappedBuffer(recorded.request()), RequestToken.PAYLOAD_PRESENT.id());
    }

    private static Frame answerOf(Recorded recorded) {
        return Frame.read(Unpooled.wrappedBuffer(recorded.answer()), ResponseToken.PAYLOAD_PRESENT.id());
    }

    /** What a handler is asked when a client sends this. */
    private static WireRequest asked(String name) {
        Wire wire = new Wire();
        wire.begin();
        wire.send(RecordedMessages.named(name).request());
        return wire.request(0);
    }

    @ParameterizedTest
    @MethodSource("all")
    void everyRequestIsReadAndWrittenAgainByteForByte(Recorded recorded) {
        assertThat(requestOf(recorded).toBytes()).isEqualTo(recorded.request());
    }

    @ParameterizedTest
    @MethodSource("all")
    void everyAnswerIsReadAndWrittenAgainByteForByte(Recorded recorded) {
        assertThat(answerOf(recorded).toBytes()).isEqualTo(recorded.answer());
    }

    @ParameterizedTest
    @MethodSource("requests")
    void everyTokenHasTheTypeOfTheTables(Recorded recorded) {
        Map<Integer, TokenType> requestTypes = new HashMap<>();
        Arrays.stream(RequestToken.values()).forEach(token -> requestTypes.put(token.id(), token.type()));
        assertThat(requestOf(recorded).tokens())
                .allSatisfy(token -> assertThat(token.type()).isEqualTo(requestTypes.get(token.id())));
        Map<Integer, TokenType> answerTypes = new HashMap<>();
        Arrays.stream(ResponseToken.values()).forEach(token -> answerTypes.put(token.id(), token.type()));
        assertThat(answerOf(recorded).tokens())
                .allSatisfy(token -> assertThat(token.type()).isEqualTo(answerTypes.get(token.id())));
    }

    @Test
    void theContextIsAnsweredWithTheTokensThatClientsKnow() {
        Wire wire = new Wire();
        wire.send(RecordedMessages.named("context handshake").request());
        Frame theirs = answerOf(RecordedMessages.named("context handshake"));
        Frame ours = wire.answer();
        assertThat(ours.code()).isEqualTo(200);
        assertThat(ours.activityId()).isEqualTo(theirs.activityId());
        assertThat(ours.tokens()).hasSameSizeAs(theirs.tokens());
        for (int i = 0; i < ours.tokens().size(); i++) {
            assertThat(ours.tokens().get(i).id())
                    .isEqualTo(theirs.tokens().get(i).id());
            assertThat(ours.tokens().get(i).type())
                    .isEqualTo(theirs.tokens().get(i).type());
        }
    }

    @Test
    void aPointReadIsAGetOfTheItem() {
        WireRequest read = asked("point read");
        assertThat(read.verb()).isEqualTo(Verb.GET);
        assertThat(read.path()).isEqualTo("/dbs/db1/colls/coll1/docs/d1");
        assertThat(read.header(WireHeaders.AUTHORIZATION)).startsWith("type%3Dmaster%26ver%3D1.0%26sig%3D");
        assertThat(read.header(WireHeaders.DATE)).isEqualTo("Sun, 15 Nov 2026 21:12:19 GMT");
        assertThat(read.header(WireHeaders.PARTITION_KEY)).isEqualTo("[\"A\"]");
        assertThat(read.header(WireHeaders.SESSION_TOKEN)).isEqualTo("0:-1#101");
        assertThat(read.header(WireHeaders.REPLICA_PATH))
                .startsWith("/apps/DocDbApp/")
                .endsWith("/replicas/13s");
        assertThat(read.header(WireHeaders.ACTIVITY_ID)).isEqualTo("f7470cad-0455-4c35-be94-15767427e296");
        assertThat(read.header(WireHeaders.VERSION)).isEqualTo("2020-07-15");
        assertThat(read.isQuery()).isFalse();
        assertThat(read.body()).isEmpty();
    }

    @Test
    void anETagMeansNewsForReadsAndNoChangeForWrites() {
        WireRequest read = asked("read 304");
        assertThat(read.header(WireHeaders.IF_NONE_MATCH)).isNotNull();
        assertThat(read.header(WireHeaders.IF_MATCH)).isNull();
        WireRequest replace = asked("replace if match");
        assertThat(replace.verb()).isEqualTo(Verb.PUT);
        assertThat(replace.header(WireHeaders.IF_MATCH)).isNotNull();
        assertThat(replace.header(WireHeaders.IF_NONE_MATCH)).isNull();
    }

    @Test
    void aCreateIsAPostToTheListAndAnUpsertSaysSo() {
        WireRequest create = asked("create no content response");
        assertThat(create.verb()).isEqualTo(Verb.POST);
        assertThat(create.path()).isEqualTo("/dbs/db1/colls/coll1/docs");
        assertThat(create.flag(WireHeaders.IS_UPSERT)).isFalse();
        assertThat(create.header(WireHeaders.PREFER)).isEqualTo("return=minimal");
        assertThat(create.body()).isNotEmpty();
        assertThat(asked("upsert").flag(WireHeaders.IS_UPSERT)).isTrue();
        assertThat(asked("create").header(WireHeaders.PREFER)).isNull();
    }

    @Test
    void aQueryIsOneOfARangeAndItsBounds() {
        WireRequest query = asked("query feedrange sub epk");
        assertThat(query.isQuery()).isTrue();
        assertThat(query.path()).isEqualTo("/dbs/db1/colls/coll1/docs");
        assertThat(query.header(WireHeaders.PARTITION_KEY_RANGE_ID)).isEqualTo("0");
        assertThat(query.header(WireHeaders.START_EPK)).isEqualTo("05");
        assertThat(query.header(WireHeaders.END_EPK)).isEqualTo("0FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF");
        assertThat(query.header(WireHeaders.MAX_ITEM_COUNT)).isEqualTo("100");
        assertThat(query.flag(WireHeaders.POPULATE_QUERY_METRICS)).isTrue();
        assertThat(asked("coll list").header(WireHeaders.MAX_ITEM_COUNT)).isEqualTo("-1");
    }

    @Test
    void aBatchIsNoQueryAndSaysWhetherItIsAtomic() {
        WireRequest batch = asked("batch");
        assertThat(batch.flag(WireHeaders.IS_BATCH)).isTrue();
        assertThat(batch.isQuery()).isFalse();
        assertThat(batch.flag("x-ms-cosmos-batch-atomic")).isTrue();
        WireRequest bulk = asked("bulk");
        assertThat(bulk.flag("x-ms-cosmos-batch-atomic")).isFalse();
        assertThat(bulk.flag("x-ms-cosmos-batch-continue-on-error")).isTrue();
        assertThat(bulk.header(WireHeaders.PARTITION_KEY_RANGE_ID)).isEqualTo("0");
    }

    @Test
    void otherOperationsHaveTheirVerbsAndPaths() {
        assertThat(asked("patch").verb()).isEqualTo(Verb.PATCH);
        assertThat(asked("delete").verb()).isEqualTo(Verb.DELETE);
        assertThat(asked("sproc execute").path()).startsWith("/dbs/db1/colls/coll1/sprocs/");
        assertThat(asked("db read").path()).isEqualTo("/dbs/db1");
        assertThat(asked("db list").path()).isEqualTo("/dbs");
        assertThat(asked("db query").isQuery()).isTrue();
        assertThat(asked("users list").path()).isEqualTo("/dbs/db1/users");
        assertThat(asked("barrier head collection").verb()).isEqualTo(Verb.HEAD);
        assertThat(asked("barrier headfeed db").path()).isEqualTo("/dbs");
        WireRequest feed = asked("changefeed pit");
        assertThat(feed.verb()).isEqualTo(Verb.GET);
        assertThat(feed.header(WireHeaders.A_IM)).isEqualTo("Incremental Feed");
        assertThat(feed.header(WireHeaders.IF_MODIFIED_SINCE)).isEqualTo("Tue, 14 Nov 2023 22:13:20 GMT");
        assertThat(asked("changefeed now").header(WireHeaders.IF_NONE_MATCH)).isEqualTo("*");
    }
}
