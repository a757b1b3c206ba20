package org.mayflydb.bench.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** Ways to treat a server badly over one connection. Whatever it does about them, it has to stay up. */
enum Hostility {
    /** Goes away in the middle of a body that was signed and announced. */
    VANISH {
        @Override
        void act(PlainClient client, Random random, Instant now) throws IOException {
            String text = create(now).text();
            client.send(text.substring(0, text.length() - 1 - random.nextInt(100)));
            client.vanish();
        }
    },
    GARBAGE {
        @Override
        void act(PlainClient client, Random random, Instant now) throws IOException {
            client.send(bytes(random, 1 + random.nextInt(4000)));
        }
    },
    HALF_A_HEAD {
        @Override
        void act(PlainClient client, Random random, Instant now) throws IOException {
            String head = create(now).head();
            client.send(head.substring(0, 1 + random.nextInt(head.length() - 1)));
        }
    },
    LENGTH_TOO_LONG {
        @Override
        void act(PlainClient client, Random random, Instant now) throws IOException {
            client.send(create(now).head() + "content-length: 5000\r\n\r\n{\"id\":\"x\"}");
        }
    },
    /** What is left of the body is taken for another request. */
    LENGTH_TOO_SHORT {
        @Override
        void act(PlainClient client, Random random, Instant now) throws IOException {
            client.send(create(now).head() + "content-length: 3\r\n\r\n{\"id\":\"x\"}\r\n\r\n");
            client.receiveUntilClosed();
        }
    },
    TWO_LENGTHS {
        @Override
        void act(PlainClient client, Random random, Instant now) throws IOException {
            client.send(create(now).head() + "content-length: 3\r\ncontent-length: 10\r\n\r\n{\"id\":\"x\"}");
            client.receiveUntilClosed();
        }
    },
    SLOW_BODY {
        @Override
        void act(PlainClient client, Random random, Instant now) throws IOException {
            client.send(create(now).head() + "content-length: 1000\r\n\r\n");
            for (int i = 0; i < 10; i++) {
                client.send("{");
                LockSupport.parkNanos(50_000_000);
            }
            client.vanish();
        }
    },
    LARGE_HEAD {
        @Override
        void act(PlainClient client, Random random, Instant now) throws IOException {
            client.send(create(now).head() + "x-large: " + "a".repeat(40_000) + "\r\n\r\n");
            client.receiveUntilClosed();
        }
    },
    LARGE_BODY {
        @Override
        void act(PlainClient client, Random random, Instant now) throws IOException {
            if (random.nextBoolean()) {
                client.send(create(now).head() + "content-length: 999999999\r\n\r\n{");
                client.receiveUntilClosed();
            } else {
                client.send(create(now).head() + "transfer-encoding: chunked\r\n\r\n");
                String chunk = "10000\r\n" + "a".repeat(0x10000) + "\r\n";
                for (int i = 0; i < 80; i++) {
                    client.send(chunk);
                }
            }
        }
    },
    BROKEN_TLS {
        @Override
        void act(PlainClient client, Random random, Instant now) throws IOException {
            client.send(new byte[] {0x16, 3, 1, 0, (byte) random.nextInt(256)});
            client.send(bytes(random, random.nextInt(500)));
        }
    },
    /** Asks for much at once and reads little of it, or nothing. */
    FLOOD {
        @Override
        void act(PlainClient client, Random random, Instant now) throws IOException {
            String list = SignedRequest.of("GET", DOCUMENTS, Map.of(), "", now).text();
            client.send(list.repeat(200));
            for (int i = random.nextInt(20); i > 0; i--) {
                client.receive();
            }
            client.vanish();
        }
    },
    WRONG_SIGNATURE {
        @Override
        void act(PlainClient client, Random random, Instant now) throws IOException {
            client.send(create(now.minusSeconds(1)).text().replaceFirst("sig%3D..", "sig%3Dxx"));
            client.receive().expect(401);
        }
    };

    /** The list that belongs to the hostile; the well-behaved have another. */
    static final String DOCUMENTS = "dbs/soak/colls/hostile/docs";

    abstract void act(PlainClient client, Random random, Instant now) throws IOException;

    /** Does it once. That the server ends the connection is its good right. */
    void once(int port, Random random, Instant now) throws IOException {
        try (PlainClient client = PlainClient.connect(port)) {
            try {
                act(client, random, now);
            } catch (IOException cutOff) {
                // a client that behaves like this has to expect it
            }
        }
    }

    private static SignedRequest create(Instant now) {
        String body = "{\"id\":\"h\",\"tenant\":\"t\",\"text\":\"" + "h".repeat(200) + "\"}";
        return SignedRequest.of("POST", DOCUMENTS, Map.of("x-ms-documentdb-is-upsert", "true"), body, now);
    }

    private static byte[] bytes(Random random, int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        // An honest beginning gets further than noise.
        byte[] start = "GET / HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII);
        if (count > start.length && random.nextBoolean()) {
            System.arraycopy(start, 0, bytes, 0, start.length);
        }
        return bytes;
    }
}
