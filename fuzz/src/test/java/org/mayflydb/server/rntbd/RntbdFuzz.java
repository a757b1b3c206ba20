package org.mayflydb.server.rntbd;

import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.Arrays;
import java.util.HexFormat;
import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.fuzz.FuzzedConnection;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.transport.ServerMemory;

/** Requests do not depend on how their bytes arrive, and nothing is kept after them. */
public final class RntbdFuzz implements FuzzTarget {
    private static final String CONTEXT_HEX =
            "23000000" + "00000000" + "00".repeat(16) + "000002" + "01000000" + "01000700";

    /** What every connection begins with: version 1 of the protocol, and no version of the client. */
    private static final byte[] CONTEXT = HexFormat.of().parseHex(CONTEXT_HEX);

    private final FuzzedConnection connection = new FuzzedConnection(RntbdFuzz::handlers, CONTEXT, RntbdFuzz::describe);

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
        connection.send(input);
    }

    private static ChannelHandler[] handlers(EmbeddedChannel channel, RequestHandler handler, ServerMemory memory) {
        RntbdConnection connection =
                new RntbdConnection(channel, handler, RntbdLimits.defaults(), "rntbd://localhost", memory);
        return new ChannelHandler[] {connection.decoder(), connection};
    }

    private static String describe(WireRequest request) {
        Claim.holds(request.path().startsWith("/dbs"), "a path");
        return request.verb() + " " + request.path() + " " + headers(request) + " " + Arrays.hashCode(request.body());
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
