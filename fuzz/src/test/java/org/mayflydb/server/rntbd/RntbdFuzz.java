package org.mayflydb.server.rntbd;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;
import org.mayflydb.server.transport.ServerMemory;

/** Requests do not depend on how their bytes arrive, and nothing is kept after them. */
public final class RntbdFuzz implements FuzzTarget {
    private static final int PIECE_BYTES = 11;
    private static final String CONTEXT_HEX =
            "23000000" + "00000000" + "00".repeat(16) + "000002" + "01000000" + "01000700";

    /** What every connection begins with: version 1 of the protocol, and no version of the client. */
    private static final byte[] CONTEXT = HexFormat.of().parseHex(CONTEXT_HEX);

    @Override
    public String name() {
        return "rntbd";
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
        EmbeddedChannel channel = new EmbeddedChannel();
        RntbdConnection connection = new RntbdConnection(
                channel,
                (request, reply) -> {
                    Claim.holds(request.path().startsWith("/dbs"), "a path");
                    Claim.holds(request.path().chars().allMatch(c -> c > ' ' && c <= '~'), "a path is ASCII");
                    requests.add(request.verb() + " " + request.path() + " " + headers(request) + " "
                            + Arrays.hashCode(request.body()));
                    reply.accept(new WireResponse(200));
                },
                RntbdLimits.defaults(),
                "rntbd://localhost",
                memory);
        channel.pipeline().addLast(connection.decoder(), connection);
        channel.pipeline().fireChannelActive();
        channel.writeInbound(Unpooled.copiedBuffer(CONTEXT));
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

    private static int headers(WireRequest request) {
        int hash = 0;
        for (RequestToken token : RequestToken.values()) {
            String value = token.header() == null ? null : request.header(token.header());
            hash = 31 * hash + (value == null ? 0 : value.hashCode());
        }
        return hash;
    }
}
