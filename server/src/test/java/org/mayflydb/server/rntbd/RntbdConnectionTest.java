package org.mayflydb.server.rntbd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireResponse;

/** What a connection does with messages, whole ones and others. */
class RntbdConnectionTest {
    private Wire wire = new Wire();

    @AfterEach
    void close() {
        wire.close();
    }

    private static WireResponse ok(String text) {
        return new WireResponse(200).body(text.getBytes(UTF_8));
    }

    @Test
    void answersLeaveInAnyOrderWithTheNumbersOfTheirRequests() {
        wire.begin().send(Frame.read("a", 7)).send(Frame.read("b", 8));
        wire.reply(1, ok("second"));
        wire.reply(0, ok("first"));
        Frame second = wire.answer();
        assertThat(second.value(ResponseToken.TRANSPORT_REQUEST_ID)).isEqualTo(8L);
        assertThat(second.text()).isEqualTo("second");
        Frame first = wire.answer();
        assertThat(first.value(ResponseToken.TRANSPORT_REQUEST_ID)).isEqualTo(7L);
        assertThat(first.text()).isEqualTo("first");
    }

    @Test
    void messagesMayArriveByteByByte() {
        wire.begin();
        byte[] bytes = Frame.create("{\"id\":\"a\"}".getBytes(UTF_8), 1).toBytes();
        for (byte each : bytes) {
            assertThat(wire.asked()).isZero();
            wire.send(new byte[] {each});
        }
        assertThat(wire.asked()).isEqualTo(1);
        assertThat(new String(wire.request(0).body(), UTF_8)).isEqualTo("{\"id\":\"a\"}");
    }

    @Test
    void manyMessagesMayArriveAtOnce() {
        byte[] one = Frame.create("{}".getBytes(UTF_8), 1).toBytes();
        byte[] three = Arrays.copyOf(one, 3 * one.length);
        System.arraycopy(one, 0, three, one.length, one.length);
        System.arraycopy(one, 0, three, 2 * one.length, one.length);
        wire.begin().send(three);
        assertThat(wire.asked()).isEqualTo(3);
    }

    @Test
    void anAnswerWithoutABodySaysSo() {
        wire.begin().send(Frame.read("a", 1));
        wire.reply(0, new WireResponse(304));
        Frame answer = wire.answer();
        assertThat(answer.code()).isEqualTo(304);
        assertThat(answer.value(ResponseToken.PAYLOAD_PRESENT)).isEqualTo(0L);
    }

    @Test
    void anAnswerSaysHowLongItTook() {
        wire.begin().send(Frame.read("a", 1));
        wire.reply(0, ok("{}"));
        assertThat(wire.answer().value(ResponseToken.REQUEST_DURATION_MILLISECONDS))
                .isInstanceOf(Double.class);
    }

    @Test
    void missingFeatureIsABadRequestWithItsMessage() {
        wire.begin().send(Frame.read("a", 1));
        wire.reply(0, new WireResponse(501).body("A trigger is not supported.".getBytes(UTF_8)));
        Frame answer = wire.answer();
        assertThat(answer.code()).isEqualTo(400);
        assertThat(answer.text()).isEqualTo("A trigger is not supported.");
    }

    @Test
    void headersBecomeTokensOfTheirTypes() {
        wire.begin().send(Frame.read("a", 1));
        wire.reply(
                0,
                ok("{}").charge(1.5)
                        .header(WireHeaders.ETAG, "\"e\"")
                        .header(WireHeaders.SUB_STATUS, "1002")
                        .header(WireHeaders.LSN, "105")
                        .header(WireHeaders.SESSION_TOKEN, "3:-1#105")
                        .header(WireHeaders.PARTITION_KEY_RANGE_ID, "3")
                        .header(WireHeaders.OFFER_REPLACE_PENDING, "true")
                        .header(WireHeaders.GATEWAY_VERSION, "has no token")
                        .header(WireHeaders.ETAG, "\"a second one\""));
        Frame answer = wire.answer();
        assertThat(answer.value(ResponseToken.REQUEST_CHARGE)).isEqualTo(1.5);
        assertThat(answer.value(ResponseToken.ETAG)).isEqualTo("\"e\"");
        assertThat(answer.value(ResponseToken.SUB_STATUS)).isEqualTo(1002L);
        assertThat(answer.value(ResponseToken.SESSION_TOKEN)).isEqualTo("-1#105");
        assertThat(answer.value(ResponseToken.PARTITION_KEY_RANGE_ID)).isEqualTo("3");
        assertThat(answer.value(ResponseToken.OFFER_REPLACE_PENDING)).isEqualTo(1L);
        assertThat(answer.tokens().stream().map(Frame.Token::id)).doesNotHaveDuplicates();
    }

    @Test
    void everyAnswerSaysHowFarThePartitionIs() {
        wire.begin().send(Frame.read("a", 1)).send(Frame.read("b", 2));
        wire.reply(0, new WireResponse(404).header(WireHeaders.LSN, "105"));
        wire.reply(1, new WireResponse(404).header(WireHeaders.LSN, "0"));
        Frame far = wire.answer();
        for (ResponseToken token : new ResponseToken[] {
            ResponseToken.LSN,
            ResponseToken.LOCAL_LSN,
            ResponseToken.QUORUM_ACKED_LSN,
            ResponseToken.QUORUM_ACKED_LOCAL_LSN,
            ResponseToken.GLOBAL_COMMITTED_LSN
        }) {
            assertThat(far.value(token)).as(token.name()).isEqualTo(105L);
        }
        assertThat(far.value(ResponseToken.CURRENT_REPLICA_SET_SIZE)).isEqualTo(4L);
        assertThat(far.value(ResponseToken.NUMBER_OF_READ_REGIONS)).isEqualTo(0L);
        assertThat(wire.answer().value(ResponseToken.LSN))
                .as("0 would mean none")
                .isEqualTo(1L);
    }

    @Test
    void aQuorumAcknowledgesAWriteOnlyAfterItsAnswer() {
        wire.begin().send(Frame.create(new byte[] {'{', '}'}, 1)).send(Frame.create(new byte[] {'{', '}'}, 2));
        wire.reply(0, new WireResponse(201).header(WireHeaders.LSN, "105"));
        wire.reply(1, new WireResponse(409).header(WireHeaders.LSN, "105"));
        Frame written = wire.answer();
        assertThat(written.value(ResponseToken.LSN)).isEqualTo(105L);
        assertThat(written.value(ResponseToken.QUORUM_ACKED_LSN)).isEqualTo(104L);
        assertThat(written.value(ResponseToken.QUORUM_ACKED_LOCAL_LSN)).isEqualTo(104L);
        assertThat(wire.answer().value(ResponseToken.QUORUM_ACKED_LSN)).isEqualTo(105L);
    }

    @Test
    void aValueThatDoesNotFitIsAnErrorAndNotABrokenStream() {
        wire.begin().send(Frame.read("a", 1)).send(Frame.read("b", 2));
        wire.reply(0, ok("{}").header(WireHeaders.CONTINUATION, "x".repeat(70_000)));
        wire.reply(1, ok("{}"));
        assertThat(wire.answer().code()).isEqualTo(500);
        assertThat(wire.answer().code()).isEqualTo(200);
    }

    @Test
    void anUnknownOperationIsRefusedAndTheConnectionStays() {
        Frame.Token number = Frame.token(RequestToken.TRANSPORT_REQUEST_ID, 9L);
        wire.begin().send(Frame.request(3, 0x17, number)).send(Frame.request(0x1C, 3, number));
        assertThat(wire.answer().code()).isEqualTo(405);
        Frame refused = wire.answer();
        assertThat(refused.code()).isEqualTo(405);
        assertThat(refused.value(ResponseToken.TRANSPORT_REQUEST_ID)).isEqualTo(9L);
        assertThat(wire.isOpen()).isTrue();
    }

    @Test
    void aPayloadThatIsTooLargeIsThrownAwayAndTheConnectionStays() {
        byte[] large = new byte[RntbdLimits.defaults().payloadBytesMax() + 1];
        wire.begin().send(Frame.create(large, 1)).send(Frame.read("a", 2));
        assertThat(wire.answer().code()).isEqualTo(413);
        assertThat(wire.asked()).isEqualTo(1);
        assertThat(wire.request(0).path()).isEqualTo("/dbs/d/colls/c/docs/a");
    }

    @Test
    void namesArePercentEncodedInPaths() {
        wire.begin().send(Frame.read("a/b %41ü?#", 1));
        assertThat(wire.request(0).path()).isEqualTo("/dbs/d/colls/c/docs/a%2Fb%20%2541%C3%BC%3F%23");
    }

    @Test
    void aResourceIdStandsInForNames() {
        byte[] container = {1, 2, 3, 4, (byte) 0x81, 2, 3, 4};
        byte[] item = Arrays.copyOf(container, 16);
        Frame.Token number = Frame.token(RequestToken.TRANSPORT_REQUEST_ID, 1L);
        wire.begin()
                .send(Frame.request(3, 4, Frame.token(RequestToken.RESOURCE_ID, container), number))
                .send(Frame.request(3, 3, Frame.token(RequestToken.RESOURCE_ID, item), number))
                .send(Frame.request(3, 3, Frame.token(RequestToken.RESOURCE_ID, container), number));
        assertThat(wire.request(0).path()).isEqualTo("/dbs/AQIDBA==/colls/AQIDBIECAwQ=/docs");
        assertThat(wire.request(1).path()).isEqualTo("/dbs/AQIDBA==/colls/AQIDBIECAwQ=/docs/AQIDBIECAwQAAAAAAAAAAA==");
        assertThat(wire.answer().code()).as("a container is no item").isEqualTo(405);
    }

    @Test
    void noTokenMakesAWriteAQuestion() {
        Frame create = Frame.create("{}".getBytes(UTF_8), 1);
        for (int id = 0; id < 0x0200; id++) {
            if (id != RequestToken.TRANSPORT_REQUEST_ID.id()
                    && id != RequestToken.DATABASE_NAME.id()
                    && id != RequestToken.COLLECTION_NAME.id()) {
                create = create.with(new Frame.Token(id, TokenType.BYTE, 1L));
            }
        }
        wire.begin().send(create);
        assertThat(wire.request(0).isQuery()).isFalse();
    }

    @Test
    void tokensThatNobodyKnowsArePassedOver() {
        wire.begin()
                .send(Frame.read("a", 1)
                        .with(new Frame.Token(0xFFFF, TokenType.ULONG_STRING, "?"))
                        .with(new Frame.Token(0x0069, TokenType.FLOAT, 1.5)));
        assertThat(wire.asked()).isEqualTo(1);
    }

    @Test
    void aFullConnectionTakesNoMoreUntilItHasAnswered() {
        wire = new Wire(RntbdLimits.defaults().withInFlightMax(2));
        wire.begin().send(Frame.read("a", 1)).send(Frame.read("b", 2)).send(Frame.read("c", 3));
        assertThat(wire.asked()).isEqualTo(2);
        wire.reply(1, ok("{}"));
        assertThat(wire.asked()).isEqualTo(3);
    }

    @Test
    void aStopAnswersWhatWasReadAndThenCloses() {
        wire.begin().send(Frame.read("a", 1));
        byte[] half = Frame.read("b", 2).toBytes();
        wire.send(Arrays.copyOf(half, 10));
        wire.drain();
        wire.reply(0, ok("{}"));
        assertThat(wire.isOpen()).as("a message has begun").isTrue();
        wire.send(Arrays.copyOfRange(half, 10, half.length));
        wire.reply(1, ok("{}"));
        assertThat(wire.isOpen()).isFalse();
        assertThat(wire.answer().code()).isEqualTo(200);
        assertThat(wire.answer().code()).isEqualTo(200);
    }

    @Test
    void anAnswerAfterTheEndIsDropped() {
        wire.begin().send(Frame.read("a", 1));
        wire.close();
        wire.reply(0, ok("{}"));
        assertThat(wire.hasAnswer()).isFalse();
    }

    @Test
    void aConnectionBeginsWithAContext() {
        wire.send(Frame.read("a", 1));
        assertThat(wire.isOpen()).isFalse();
        assertThat(wire.asked()).isZero();
    }

    @Test
    void aSecondContextIsTheEnd() {
        wire.begin().send(Frame.context(1));
        assertThat(wire.isOpen()).isFalse();
    }

    @Test
    void anotherVersionOfTheProtocolIsRefused() {
        wire.send(Frame.context(2));
        assertThat(wire.isOpen()).isFalse();
        assertThat(wire.hasAnswer()).isTrue();
    }

    @Test
    void aRequestWithoutANumberIsTheEnd() {
        wire.begin().send(Frame.request(1, 3, Frame.token(RequestToken.DATABASE_NAME, "d")));
        assertThat(wire.isOpen()).isFalse();
    }

    @Test
    void aHeadThatIsTooLongIsTheEndBeforeItArrives() {
        wire.begin().send(new byte[] {0, 0, 0, 1});
        assertThat(wire.isOpen()).isFalse();
    }

    @Test
    void anAnswerThatCannotBeWrittenClosesTheConnection() {
        wire.begin().send(Frame.read("a", 7));
        WireResponse unwritable = ok("");
        unwritable.headers().add(WireHeaders.SESSION_TOKEN);
        wire.reply(0, unwritable);
        assertThat(wire.isOpen()).isFalse();
    }
}
