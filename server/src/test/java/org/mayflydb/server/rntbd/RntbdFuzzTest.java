package org.mayflydb.server.rntbd;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;
import org.mayflydb.server.rntbd.RecordedMessages.Recorded;
import org.mayflydb.testing.Repetitions;

/** Any bytes: an answer, a refusal or a close, but nothing thrown, kept or lost. */
class RntbdFuzzTest {
    private static final int CONNECTIONS = Repetitions.of(1500);
    private static final int READ_BYTES_MAX = 700;

    private static final List<Recorded> SAMPLES = RecordedMessages.all();

    private static byte[] hostile(Random random) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = random.nextInt(4); i >= 0; i--) {
            byte[] sample =
                    SAMPLES.get(random.nextInt(SAMPLES.size())).request().clone();
            if (random.nextInt(8) == 0) {
                random.nextBytes(sample);
            }
            for (int j = random.nextInt(4); j > 0; j--) {
                // Mostly near the front, where lengths and types are.
                int bound = random.nextBoolean() ? Math.min(40, sample.length) : sample.length;
                sample[random.nextInt(bound)] = (byte) (random.nextBoolean() ? random.nextInt(256) : 0xFF);
            }
            bytes.writeBytes(random.nextInt(6) == 0 ? Arrays.copyOf(sample, random.nextInt(sample.length)) : sample);
        }
        return bytes.toByteArray();
    }

    /** Looks at everything there may be in a request, as routes do. */
    private static void inspect(WireRequest request) {
        for (RequestToken token : RequestToken.values()) {
            if (token.header() != null) {
                request.header(token.header());
            }
        }
        assertThat(request.header(WireHeaders.ACTIVITY_ID)).isNotEmpty();
        assertThat(request.path()).startsWith("/dbs").matches("[!-~]+");
    }

    @Test
    void noBytesHarmTheServer() {
        long seed = 20_261_116;
        Random random = new Random(seed);
        List<String> lost = new CopyOnWriteArrayList<>();
        ByteBufUtil.setLeakListener((type, records) -> lost.add(type + records));
        int asked = 0;
        for (int i = 0; i < CONNECTIONS; i++) {
            Wire wire = new Wire();
            if (random.nextInt(10) > 0) {
                wire.begin();
            }
            byte[] bytes = hostile(random);
            for (int from = 0; from < bytes.length && wire.isOpen(); ) {
                int to = Math.min(bytes.length, from + 1 + random.nextInt(READ_BYTES_MAX));
                wire.send(Arrays.copyOfRange(bytes, from, to));
                from = to;
            }
            for (int request = 0; request < wire.asked(); request++) {
                inspect(wire.request(request));
                wire.reply(request, new WireResponse(200).body(new byte[random.nextInt(10)]));
            }
            asked += wire.asked();
            wire.close();
        }
        assertThat(asked).as("seed %d: some were requests", seed).isGreaterThan(CONNECTIONS / 4);
        // A lost buffer is found when it is collected and another one is made.
        System.gc();
        for (int i = 0; i < 100; i++) {
            PooledByteBufAllocator.DEFAULT.buffer().release();
        }
        assertThat(lost).as("seed %d", seed).isEmpty();
    }
}
