package org.mayflydb.server.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.server.protocol.WireResponse;
import org.mayflydb.server.transport.ServerMemory;

/** Requests do not depend on how their bytes arrive, and nothing is kept after them. */
public final class HttpFuzz implements FuzzTarget {
    private static final int PIECE_BYTES = 7;
    private static final HttpEncoder ENCODER = new HttpEncoder(new HttpDate(InstantSource.fixed(Instant.EPOCH)));

    @Override
    public String name() {
        return "http";
    }

    @Override
    public long allocatedBytesMax(int inputBytes) {
        return (16L << 20) + 16384L * inputBytes;
    }

    @Override
    public void run(byte[] input) {
        Claim.same(requests(input, Integer.MAX_VALUE), requests(input, PIECE_BYTES), "in pieces");
    }

    private static List<String> requests(byte[] input, int pieceBytes) {
        List<String> requests = new ArrayList<>();
        ServerMemory memory = ServerMemory.ofHeap();
        HttpPort port = new HttpPort(
                (request, reply) -> {
                    Claim.holds(request.path().chars().allMatch(c -> c > ' ' && c <= '~'), "a path is ASCII");
                    requests.add(request.verb() + " " + request.path() + " " + request.query() + " "
                            + Arrays.hashCode(request.body()));
                    reply.accept(new WireResponse(200));
                },
                HttpLimits.defaults(),
                ENCODER,
                "localhost:8081",
                HostRule.known(List.of()),
                memory);
        EmbeddedChannel channel = new EmbeddedChannel();
        HttpConnection connection = new HttpConnection(channel, port);
        channel.pipeline().addLast(connection.decoder(), connection);
        channel.pipeline().fireChannelActive();
        for (int from = 0; from < input.length && channel.isOpen(); ) {
            int length = Math.min(input.length - from, pieceBytes);
            channel.writeInbound(Unpooled.copiedBuffer(input, from, length));
            channel.runPendingTasks();
            from += length;
        }
        channel.finishAndReleaseAll();
        Claim.same(0L, memory.bodies().used() + memory.answers().used(), "memory that is still reserved");
        return requests;
    }
}
