package org.mayflydb.server.rntbd;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.server.auth.AccessTable;
import org.mayflydb.server.auth.AccessTable.Ask;
import org.mayflydb.server.auth.AccessTable.Caller;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.transport.ServerMemory;

/** Every operation on every resource with every token, sent in direct mode by everybody. */
class DirectAccessTableTest {
    private final AccessTable table = new AccessTable();
    private final EmbeddedChannel channel = new EmbeddedChannel();

    /** What a request is about: the number of its type, the names in it and the path that these are over HTTP. */
    private record Subject(int type, String path, Map<RequestToken, String> names) {
        static Subject of(int type, String path) {
            String[] parts = path.substring(1).split("/", -1);
            Map<RequestToken, String> names = new TreeMap<>();
            for (int i = 0; i + 1 < parts.length; i += 2) {
                names.put(
                        switch (parts[i]) {
                            case "dbs" -> RequestToken.DATABASE_NAME;
                            case "colls" -> RequestToken.COLLECTION_NAME;
                            case "docs" -> RequestToken.DOCUMENT_NAME;
                            case "users" -> RequestToken.USER_NAME;
                            case "permissions" -> RequestToken.PERMISSION_NAME;
                            case "sprocs" -> RequestToken.STORED_PROCEDURE_NAME;
                            case "pkranges" -> RequestToken.PARTITION_KEY_RANGE_NAME;
                            default -> throw new IllegalArgumentException(path);
                        },
                        parts[i + 1]);
            }
            return new Subject(type, path, names);
        }

        boolean isList() {
            return path.split("/", -1).length % 2 == 0;
        }
    }

    private static final List<Subject> SUBJECTS = List.of(
            Subject.of(0x0001, "/dbs"),
            Subject.of(0x0001, "/dbs/db"),
            Subject.of(0x0002, "/dbs/db/colls"),
            Subject.of(0x0002, "/dbs/db/colls/c"),
            Subject.of(0x0003, "/dbs/db/colls/c/docs"),
            Subject.of(0x0003, "/dbs/db/colls/c/docs/a"),
            Subject.of(0x0003, "/dbs/db/colls/c/docs/b"),
            Subject.of(0x0003, "/dbs/db/colls/other/docs"),
            Subject.of(0x0003, "/dbs/db/colls/other/docs/a"),
            Subject.of(0x0006, "/dbs/db/users/ann/permissions"),
            Subject.of(0x0007, "/dbs/db/colls/c/sprocs/s"),
            Subject.of(0x0016, "/dbs/db/colls/c/pkranges"));

    private static final List<Map<String, String>> HEADERS = List.of(
            AccessTable.headers(),
            AccessTable.headers(WireHeaders.PARTITION_KEY, "[\"k\"]"),
            AccessTable.headers(WireHeaders.PARTITION_KEY, "[\"x\"]"),
            AccessTable.headers(WireHeaders.A_IM, "Incremental feed"),
            AccessTable.headers(WireHeaders.A_IM, "Incremental feed", WireHeaders.PARTITION_KEY, "[\"k\"]"),
            AccessTable.headers(WireHeaders.PARTITION_KEY_RANGE_ID, "0"),
            AccessTable.headers(WireHeaders.BATCH_ATOMIC, "True", WireHeaders.PARTITION_KEY, "[\"k\"]"),
            AccessTable.headers(WireHeaders.REPLICA_PATH, "/apps/mayfly/services/account/partitions/M/replicas/1p"));

    DirectAccessTableTest() {
        // Not watched for leaks, which would take longer than everything else here.
        channel.config().setAllocator(new UnpooledByteBufAllocator(false, true));
        RntbdConnection connection = new RntbdConnection(
                channel, table.gateway(), RntbdLimits.defaults(), "rntbd://localhost", ServerMemory.ofHeap());
        channel.pipeline().addLast(connection.decoder(), connection);
        channel.pipeline().fireChannelActive();
        assertThat(send(Frame.context(1)).code()).isEqualTo(200);
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
        table.close();
    }

    private Frame send(Frame frame) {
        channel.writeInbound(Unpooled.wrappedBuffer(frame.toBytes()));
        ByteBuf bytes = Objects.requireNonNull(channel.readOutbound(), "an answer");
        try {
            return Frame.read(bytes, ResponseToken.PAYLOAD_PRESENT.id());
        } finally {
            bytes.release();
        }
    }

    /** The same request as it would be over HTTP, where headers say what the operation says here. */
    private static Ask ask(Operation operation, String path, Map<String, String> headers) {
        Map<String, String> more = new TreeMap<>(headers);
        if (operation.isQuery()) {
            more.put(WireHeaders.IS_QUERY, "True");
        } else if (operation == Operation.UPSERT) {
            more.put(WireHeaders.IS_UPSERT, "True");
        } else if (operation == Operation.BATCH) {
            more.put(WireHeaders.IS_BATCH, "True");
        }
        return new Ask(operation.verb(), path, false, more);
    }

    private Frame frame(int number, Subject subject, Caller caller, Ask ask, String key) {
        List<Frame.Token> tokens = new ArrayList<>();
        subject.names.forEach((token, name) -> tokens.add(Frame.token(token, name)));
        ask.headers().forEach((name, value) -> {
            RequestToken token = RequestToken.ofHeader(name);
            if (token != null) {
                boolean flag = token.type() == TokenType.BYTE;
                tokens.add(Frame.token(token, flag ? (Object) 1L : value));
            }
        });
        String authorization = table.authorization(caller, ask);
        if (authorization != null) {
            tokens.add(Frame.token(RequestToken.AUTHORIZATION_TOKEN, authorization));
        }
        tokens.add(Frame.token(RequestToken.PAYLOAD_PRESENT, 1L));
        tokens.add(Frame.token(RequestToken.TRANSPORT_REQUEST_ID, 1L));
        return Frame.request(subject.type, number, tokens.toArray(new Frame.Token[0]))
                .withPayload(AccessTable.body(ask, key).getBytes(StandardCharsets.UTF_8));
    }

    private void check(int number, Operation operation, Subject subject, Map<String, String> headers) {
        Ask ask = ask(operation, subject.path, headers);
        for (Caller caller : Caller.values()) {
            if (AccessTable.isWorthAsking(caller, ask)) {
                for (String key : List.of("k", "x")) {
                    Frame answer = send(frame(number, subject, caller, ask, key));
                    table.check(caller, ask, answer.code(), answer.text());
                }
            }
        }
    }

    private void checkAll(int number, Operation operation) {
        for (Subject subject : SUBJECTS) {
            for (Map<String, String> headers : HEADERS) {
                if (operation.isOfList() == subject.isList()) {
                    check(number, operation, subject, headers);
                }
            }
        }
    }

    @Test
    void everybodyMayDoWhatTheRulesSayAndNothingElse() {
        for (int number = 1; number < 0x30; number++) {
            Operation operation = Operation.of(number);
            if (operation != null) {
                checkAll(number, operation);
            }
        }
    }
}
