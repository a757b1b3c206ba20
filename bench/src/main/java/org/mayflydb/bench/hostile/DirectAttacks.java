package org.mayflydb.bench.hostile;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.mayflydb.bench.server.DirectClient;
import org.mayflydb.bench.server.DirectMessages;

/** Attacks on direct mode. */
final class DirectAttacks {
    private static final int CREATE = 1;
    private static final int DOCUMENTS = 3;

    private DirectAttacks() {}

    static List<Attack> all() {
        return List.of(
                Attack.cheap("direct: garbage", "closed|4..", (target, random) -> send(target, bytes(random))),
                Attack.cheap("direct: garbage before the context", "closed", (target, random) -> {
                    try (Socket socket = DirectClient.tlsSocket(target.directPort())) {
                        socket.setSoTimeout(5_000);
                        socket.getOutputStream().write(bytes(random));
                        socket.shutdownOutput();
                        return socket.getInputStream().read() < 0 ? "closed" : "a response";
                    } catch (SocketTimeoutException silent) {
                        return "no response";
                    } catch (IOException closed) {
                        return "closed";
                    }
                }),
                Attack.cheap(
                        "direct: head announced too large",
                        "closed",
                        (target, random) -> send(target, head(Integer.MAX_VALUE, new byte[0]))),
                Attack.cheap(
                        "direct: negative length", "closed", (target, random) -> send(target, head(-1, new byte[0]))),
                Attack.cheap(
                        "direct: broken tokens",
                        "closed|4..",
                        (target, random) -> send(target, head(24 + 200, random(random, 200)))),
                Attack.cheap("direct: payload too large", "413|closed", DirectAttacks::largePayload),
                Attack.cheap(
                        "direct: two contexts",
                        "closed|4..|200",
                        (target, random) -> send(target, DirectMessages.context())),
                Attack.cheap("direct: wrong signature", "401", (target, random) -> {
                    byte[] message = target.direct("GET", "large1", key(), "", target.replicaPath());
                    // Somewhere in the middle of the signature, behind the fixed head and the start of its token.
                    message[24 + 5 + 50] ^= 3;
                    return send(target, message);
                }),
                Attack.cheap(
                        "direct: unknown replica",
                        "410|404|400",
                        (target, random) -> send(
                                target,
                                target.direct(
                                        "GET",
                                        "large1",
                                        key(),
                                        "",
                                        "/apps/mayfly/services/ffffffffffffffff/partitions/9999/replicas/1p"))),
                Attack.cheap("direct: message changed at random", "closed|[2345]..|no response", (target, random) -> {
                    byte[] message = target.direct("GET", "large1", key(), "", target.replicaPath());
                    for (int i = 0; i < 4; i++) {
                        message[4 + random.nextInt(message.length - 4)] = (byte) random.nextInt();
                    }
                    return send(target, message);
                }),
                Attack.cheap("direct: reset in the middle of a message", "reset", (target, random) -> {
                    DirectClient client = DirectClient.connect(target.directPort());
                    byte[] message = target.direct("POST", "", key(), "{\"id\":\"x\",\"tenant\":\"t\"}", "/");
                    client.socket().getOutputStream().write(message, 0, 1 + random.nextInt(message.length - 1));
                    client.socket().setSoLinger(true, 0);
                    client.socket().close();
                    return "reset";
                }),
                Attack.cheap("direct: flood of connections", "reset", (target, random) -> {
                    for (int i = 0; i < 10; i++) {
                        DirectClient.connect(target.directPort()).close();
                    }
                    return "reset";
                }),
                Attack.cheap(
                        "direct: page of absurd size",
                        "200|304|400",
                        (target, random) -> send(
                                target,
                                target.direct(
                                        "GET",
                                        "",
                                        Map.of(
                                                Target.KEY,
                                                "[\"t\"]",
                                                "a-im",
                                                "Incremental feed",
                                                "x-ms-max-item-count",
                                                Integer.toString(Integer.MAX_VALUE - random.nextInt(3))),
                                        "",
                                        target.replicaPath()))),
                Attack.costly(
                        "direct: large batch of bytes",
                        "4..",
                        (target, random) -> send(
                                target,
                                target.direct(
                                        "POST",
                                        "",
                                        key(),
                                        "{\"id\":\"x\",\"tenant\":\"t\",\"text\":\"" + "a".repeat(3 << 20) + "\"}",
                                        target.replicaPath()))));
    }

    private static Map<String, String> key() {
        return Map.of(Target.KEY, "[\"t\"]");
    }

    private static String send(Target target, byte[] message) throws IOException {
        try (DirectClient client = DirectClient.connect(target.directPort())) {
            client.socket().setSoTimeout(5_000);
            try {
                client.send(message);
                return String.valueOf(client.receive().status());
            } catch (SocketTimeoutException silent) {
                return "no response";
            } catch (IOException closed) {
                return "closed";
            }
        }
    }

    private static String largePayload(Target target, Random random) throws IOException {
        byte[] message = target.direct("POST", "", key(), "{", target.replicaPath());
        byte[] large = Arrays.copyOf(message, message.length + (5 << 20));
        Unpooled.wrappedBuffer(large).setIntLE(message.length - 5, (5 << 20) + 1);
        return send(target, large);
    }

    private static byte[] head(int length, byte[] tokens) {
        return ByteBufUtil.getBytes(Unpooled.buffer()
                .writeIntLE(length)
                .writeShortLE(DOCUMENTS)
                .writeShortLE(CREATE)
                .writeZero(16)
                .writeBytes(tokens));
    }

    /** Begins with the length of a short message, so that it is read and not awaited. */
    private static byte[] bytes(Random random) {
        byte[] noise = random(random, 24 + random.nextInt(300));
        Unpooled.wrappedBuffer(noise).setIntLE(0, 24 + random.nextInt(noise.length - 23));
        return noise;
    }

    private static byte[] random(Random random, int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }
}
