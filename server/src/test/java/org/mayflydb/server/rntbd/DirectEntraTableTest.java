package org.mayflydb.server.rntbd;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.server.entra.EntraTable;
import org.mayflydb.server.entra.EntraTable.Ask;
import org.mayflydb.server.entra.EntraTable.Holder;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.transport.ServerMemory;

/** Every role in every scope and every operation, over one connection in direct mode. */
class DirectEntraTableTest {
    private static final Map<String, Integer> TYPES = Map.of(
            "dbs", 0x0001,
            "colls", 0x0002,
            "docs", 0x0003,
            "users", 0x0005,
            "permissions", 0x0006,
            "sprocs", 0x0007,
            "conflicts", 0x0008,
            "triggers", 0x0009,
            "udfs", 0x000A,
            "pkranges", 0x0016);
    private static final Map<String, RequestToken> NAMES = Map.of(
            "dbs", RequestToken.DATABASE_NAME,
            "colls", RequestToken.COLLECTION_NAME,
            "docs", RequestToken.DOCUMENT_NAME,
            "users", RequestToken.USER_NAME,
            "sprocs", RequestToken.STORED_PROCEDURE_NAME,
            "triggers", RequestToken.TRIGGER_NAME,
            "udfs", RequestToken.USER_DEFINED_FUNCTION_NAME);

    private final EntraTable table;
    private final EmbeddedChannel channel = new EmbeddedChannel();

    DirectEntraTableTest(@TempDir Path directory) {
        table = new EntraTable(directory);
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

    private static Operation operation(Ask ask, boolean ofList) {
        boolean batch = ask.headers().containsKey("x-ms-cosmos-is-batch-request");
        boolean upsert = ask.headers().containsKey("x-ms-documentdb-is-upsert");
        boolean query = ask.headers().containsKey("x-ms-documentdb-isquery");
        return switch (ask.verb()) {
            case GET -> ofList ? Operation.READ_FEED : Operation.READ;
            case PUT -> Operation.REPLACE;
            case PATCH -> Operation.PATCH;
            case DELETE -> Operation.DELETE;
            case HEAD -> Operation.HEAD;
            case POST -> {
                if (!ofList) {
                    yield Operation.EXECUTE_SCRIPT;
                }
                yield batch ? Operation.BATCH : upsert ? Operation.UPSERT : query ? Operation.QUERY : Operation.CREATE;
            }
        };
    }

    private static int number(Operation operation) {
        int number = 1;
        while (Operation.of(number) != operation) {
            number++;
        }
        return number;
    }

    private Frame ask(Ask ask, String authorization) {
        String[] parts = ask.path().substring(1).split("/", -1);
        boolean ofList = parts.length % 2 == 1;
        List<Frame.Token> tokens = new ArrayList<>();
        for (int i = 0; i + 1 < parts.length; i += 2) {
            tokens.add(Frame.token(Objects.requireNonNull(NAMES.get(parts[i])), parts[i + 1]));
        }
        ask.headers().forEach((name, value) -> {
            RequestToken token = RequestToken.ofHeader(name);
            if (token != null) {
                tokens.add(Frame.token(token, token.type() == TokenType.BYTE ? (Object) 1L : value));
            }
        });
        tokens.add(Frame.token(RequestToken.AUTHORIZATION_TOKEN, authorization));
        tokens.add(Frame.token(RequestToken.PAYLOAD_PRESENT, 1L));
        tokens.add(Frame.token(RequestToken.TRANSPORT_REQUEST_ID, 1L));
        int type = Objects.requireNonNull(TYPES.get(parts[ofList ? parts.length - 1 : parts.length - 2]));
        return send(Frame.request(type, number(operation(ask, ofList)), tokens.toArray(new Frame.Token[0]))
                .withPayload(ask.body().getBytes(StandardCharsets.UTF_8)));
    }

    private static String subStatus(Frame answer) {
        return answer.tokens().stream()
                .filter(token -> token.id() == ResponseToken.SUB_STATUS.id())
                .map(token -> token.value().toString())
                .findFirst()
                .orElse("");
    }

    @Test
    void everybodyMayDoWhatTheirRoleAllowsInItsScopeAndNothingElse() {
        for (Holder holder : table.holders()) {
            String authorization = table.authorization(holder);
            for (Ask ask : EntraTable.asks()) {
                Frame answer = ask(ask, authorization);
                table.check(holder, ask, answer.code(), subStatus(answer), answer.text());
            }
        }
    }

    @Test
    void aBarrierRequestNeedsToReadMetadata() {
        Ask head = new Ask(Verb.HEAD, "/dbs/db/colls/c", Map.of(), "", "/dbs/db/colls/c", null);
        String path = "/apps/mayfly/services/account/partitions/M/replicas/1p";
        Ask sent = new Ask(head.verb(), head.path(), Map.of("x-mayfly-replica-path", path), "", head.scope(), null);
        for (Holder holder : table.holders()) {
            boolean allowed = holder.scopeIncludes(head)
                    && holder.actions().contains("Microsoft.DocumentDB/databaseAccounts/readMetadata");
            assertThat(ask(sent, table.authorization(holder)).code())
                    .as(holder.toString())
                    .isEqualTo(allowed ? 200 : 403);
        }
    }

    @Test
    void aTokenThatExpiresEndsOnAnOpenConnection() {
        Ask read = EntraTable.asks().get(0);
        String authorization = table.authorization(table.contributor());
        assertThat(ask(read, authorization).code()).isEqualTo(200);
        table.clock.advance(Duration.ofMinutes(65));
        Frame answer = ask(read, authorization);
        assertThat(answer.code()).isEqualTo(401);
        assertThat(subStatus(answer)).isEqualTo("5006");
        assertThat(ask(read, table.authorization(table.contributor())).code()).isEqualTo(200);
    }

    @Test
    void tokensAreValidFromFiveMinutesBeforeTheyBeginToFiveMinutesAfterTheyEnd() {
        Ask read = EntraTable.asks().get(0);
        String authorization = table.authorization(table.contributor());
        table.clock.advance(Duration.ofMinutes(-5));
        assertThat(ask(read, authorization).code()).isEqualTo(200);
        table.clock.advance(Duration.ofSeconds(-1));
        assertThat(subStatus(ask(read, authorization))).isEqualTo("5005");
        table.clock.advance(Duration.ofMinutes(70));
        assertThat(ask(read, authorization).code()).isEqualTo(200);
    }

    @Test
    void aKeyThatIsNoLongerPublishedEndsItsTokensOnAnOpenConnection() {
        Ask read = EntraTable.asks().get(0);
        String authorization = table.authorization(table.contributor());
        assertThat(ask(read, authorization).code()).isEqualTo(200);
        table.publish("two");
        table.reload();
        table.readKeys();
        assertThat(subStatus(ask(read, authorization))).isEqualTo("5200");
    }

    @Test
    void brokenTokensAreRefusedWithTheirSubStatuses() {
        Ask read = EntraTable.asks().get(0);
        table.readKeys();
        table.brokenTokens().forEach((token, expected) -> {
            Frame answer = ask(read, token);
            assertThat(answer.code()).isEqualTo(401);
            assertThat(subStatus(answer)).as(token).isEqualTo(expected);
        });
    }
}
