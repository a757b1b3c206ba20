package org.mayflydb.fuzz;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;
import org.mayflydb.server.transport.ServerMemory;

/** A connection to a server that answers every request with 200. Requests must not depend on how their bytes arrive. */
public final class FuzzedConnection {
    private static final int PIECE_BYTES = 7;

    private final Wire wire;
    private final byte[] opening;
    private final Function<WireRequest, String> description;

    /** Equips a channel with the handlers of a protocol. */
    @FunctionalInterface
    public interface Wire {
        ChannelHandler[] handlers(EmbeddedChannel channel, RequestHandler handler, ServerMemory memory);
    }

    /**
     * @param opening what every connection begins with
     * @param description what must not depend on how the bytes arrive
     */
    public FuzzedConnection(Wire wire, byte[] opening, Function<WireRequest, String> description) {
        this.wire = wire;
        this.opening = opening;
        this.description = description;
    }

    /** Sends bytes at once and in pieces. */
    public void send(byte[] input) {
        Claim.same(requests(input, Integer.MAX_VALUE), requests(input, PIECE_BYTES), "in pieces");
    }

    private List<String> requests(byte[] input, int pieceBytes) {
        List<String> requests = new ArrayList<>();
        ServerMemory memory = ServerMemory.ofHeap();
        EmbeddedChannel channel = new EmbeddedChannel();
        RequestHandler handler = (request, reply) -> {
            Claim.holds(request.path().chars().allMatch(c -> c > ' ' && c <= '~'), "a path is ASCII");
            requests.add(description.apply(request));
            reply.accept(new WireResponse(200));
        };
        channel.pipeline().addLast(wire.handlers(channel, handler, memory));
        channel.pipeline().fireChannelActive();
        channel.writeInbound(Unpooled.copiedBuffer(opening));
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
