package org.mayflydb.server.http;

import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.fuzz.FuzzedConnection;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.transport.ServerMemory;

/** Requests do not depend on how their bytes arrive, and nothing is kept after them. */
public final class HttpFuzz implements FuzzTarget {
    private static final HttpEncoder ENCODER = new HttpEncoder(new HttpDate(InstantSource.fixed(Instant.EPOCH)));

    private final FuzzedConnection connection =
            new FuzzedConnection(HttpFuzz::handlers, new byte[0], HttpFuzz::describe);

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
        connection.send(input);
    }

    private static ChannelHandler[] handlers(EmbeddedChannel channel, RequestHandler handler, ServerMemory memory) {
        HttpPort port = new HttpPort(
                handler, HttpLimits.defaults(), ENCODER, "localhost:8081", HostRule.known(List.of()), memory);
        HttpConnection connection = new HttpConnection(channel, port);
        return new ChannelHandler[] {connection.decoder(), connection};
    }

    private static String describe(WireRequest request) {
        return request.verb() + " " + request.path() + " " + request.query() + " " + Arrays.hashCode(request.body());
    }
}
