package org.mayflydb.server.rntbd;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.mayflydb.server.protocol.SessionToken;
import org.mayflydb.server.protocol.SharedHeaders;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes an answer into one buffer. Headers become tokens; those that have none are for HTTP alone and are left out.
 *
 * <p>Clients compare how far replicas are, by four numbers for four kinds of reads. There is one copy of everything here, so
 * all four are the same, except after a write: there, clients are used to a quorum that has acknowledged only what came before.
 */
final class RntbdEncoder {
    private static final Logger LOG = LoggerFactory.getLogger(RntbdEncoder.class);

    /** As many as there are addresses for a partition. */
    private static final int REPLICAS = 4;

    /** Clients take 0 for a replica that knows nothing. */
    private static final long LSN_MIN = 1;

    private static final int HEAD_BYTES = 1024;
    private static final double NANOS_PER_MILLI = 1e6;

    private RntbdEncoder() {}

    /** The whole message; an error in place of an answer that cannot be written. */
    static ByteBuf encode(
            ByteBufAllocator allocator,
            WireResponse response,
            byte[] activityId,
            long transportRequestId,
            boolean isWrite,
            long durationNanos) {
        ByteBuf out = allocator.directBuffer(HEAD_BYTES + response.body().length);
        try {
            write(out, response, activityId, transportRequestId, isWrite, durationNanos);
        } catch (IllegalArgumentException doesNotFit) {
            LOG.error("An answer cannot be written.", doesNotFit);
            write(out.clear(), WireResponse.internalError(), activityId, transportRequestId, isWrite, durationNanos);
        } catch (Throwable failure) {
            out.release();
            throw failure;
        }
        return out;
    }

    private static void write(
            ByteBuf out,
            WireResponse response,
            byte[] activityId,
            long transportRequestId,
            boolean isWrite,
            long durationNanos) {
        out.writeIntLE(0).writeIntLE(status(response)).writeBytes(activityId);
        ResponseToken.TRANSPORT_REQUEST_ID.write(out, transportRequestId);
        byte[] body = response.body();
        ResponseToken.PAYLOAD_PRESENT.write(out, body.length == 0 ? 0 : 1);
        writeHeaders(out, response);
        writeProgress(out, response, isWrite && response.status() < 300);
        ResponseToken.REQUEST_DURATION_MILLISECONDS.write(out, durationNanos / NANOS_PER_MILLI);
        out.setIntLE(0, out.readableBytes());
        if (body.length > 0) {
            out.writeIntLE(body.length).writeBytes(body);
        }
    }

    /** Clients that do not know 501 in this protocol report an internal error, without the message. */
    private static int status(WireResponse response) {
        return response.status() == 501 ? 400 : response.status();
    }

    /** A token must not be there twice, so of a header that is, the first counts. */
    private static void writeHeaders(ByteBuf out, WireResponse response) {
        Set<ResponseToken> written = EnumSet.noneOf(ResponseToken.class);
        for (SharedHeaders shared : response.sharedHeaders()) {
            writeHeaders(out, shared.namesAndValues(), written);
        }
        writeHeaders(out, response.headers(), written);
    }

    private static void writeHeaders(ByteBuf out, List<String> headers, Set<ResponseToken> written) {
        for (int i = 0; i < headers.size(); i += 2) {
            ResponseToken token = ResponseToken.ofHeader(headers.get(i));
            if (token == null || token == ResponseToken.LSN || !written.add(token)) {
                continue;
            }
            String value = headers.get(i + 1);
            // The range stands in a token of its own, which the client puts in front again.
            token.write(out, token == ResponseToken.SESSION_TOKEN ? SessionToken.withoutRange(value) : value);
        }
    }

    /** @param written whether the LSN is that of a write, which the other replicas of the service acknowledge later */
    private static void writeProgress(ByteBuf out, WireResponse response, boolean written) {
        String header = response.header(WireHeaders.LSN);
        long lsn = header == null ? LSN_MIN : Math.max(LSN_MIN, Long.parseLong(header));
        ResponseToken.LSN.write(out, lsn);
        ResponseToken.LOCAL_LSN.write(out, lsn);
        long acknowledged = written ? Math.max(LSN_MIN, lsn - 1) : lsn;
        ResponseToken.QUORUM_ACKED_LSN.write(out, acknowledged);
        ResponseToken.QUORUM_ACKED_LOCAL_LSN.write(out, acknowledged);
        ResponseToken.GLOBAL_COMMITTED_LSN.write(out, lsn);
        ResponseToken.CURRENT_WRITE_QUORUM.write(out, 1);
        ResponseToken.CURRENT_REPLICA_SET_SIZE.write(out, REPLICAS);
        // One region: clients would wait for others to catch up.
        ResponseToken.NUMBER_OF_READ_REGIONS.write(out, 0);
    }
}
