package org.mayflydb.server.rntbd;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import org.jspecify.annotations.Nullable;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;
import org.mayflydb.server.transport.ClientConnection;
import org.mayflydb.server.transport.Refusal;
import org.mayflydb.server.transport.ServerMemory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A client's connection: passes requests on and writes each response as soon as it is available. */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails is reported to exceptionCaught
final class RntbdConnection extends ClientConnection {
    private static final Logger LOG = LoggerFactory.getLogger(RntbdConnection.class);

    private static final Refusal UNKNOWN_OPERATION = new Refusal(
            405, "MethodNotAllowed", "This operation on this kind of resource is not one that clients ask for.");

    private static final byte[] NO_PAYLOAD = new byte[0];

    private final String origin;
    private final FrameDecoder decoder;

    /** As the client said; null until it has. */
    private @Nullable String clientVersion;

    private int inFlight;

    /** @param origin of the requests */
    RntbdConnection(
            Channel channel, RequestHandler handler, RntbdLimits limits, String origin, ServerMemory serverMemory) {
        super(channel, handler, serverMemory, limits.inFlightMax(), limits.idle(), limits.arrival());
        this.origin = origin;
        this.decoder = new FrameDecoder(this, limits);
    }

    FrameDecoder decoder() {
        return decoder;
    }

    @Override
    protected int pending() {
        return inFlight;
    }

    @Override
    protected boolean isRequestArriving() {
        return clientVersion != null && super.isRequestArriving();
    }

    /** The context must arrive within the time of a message. */
    @Override
    public void channelActive(ChannelHandlerContext context) {
        clock().requestBegins();
        super.channelActive(context);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        decoder.forget();
        super.channelInactive(context);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (!isEnding() && message instanceof FrameDecoder.Message whole) {
            if (clientVersion == null) {
                begin(whole.head());
            } else {
                handOn(whole, clientVersion);
            }
        }
    }

    private void begin(RequestFrame head) {
        if (!head.isContext()) {
            LOG.debug("A connection does not begin with a context.");
            close();
            return;
        }
        String version = Context.clientVersion(head);
        clientVersion = version;
        var answer = channel().writeAndFlush(Context.answer(channel().alloc(), head, version));
        if (version == null) {
            end();
            answer.addListener(ChannelFutureListener.CLOSE);
        } else if (isDraining()) {
            closeIfIdle();
        }
    }

    private void handOn(FrameDecoder.Message message, String version) {
        RequestFrame head = message.head();
        long id = head.transportRequestId();
        if (head.isContext() || id < 0 || id > 0xFFFF_FFFFL) {
            LOG.debug("A request cannot be answered: it has no number.");
            close();
            return;
        }
        inFlight++;
        RntbdExchange exchange = new RntbdExchange(this, channel(), head, id);
        exchange.bodyBytes(message.reservedBytes());
        byte[] payload = message.payload();
        WireRequest request = request(head, payload == null ? NO_PAYLOAD : payload, version);
        if (request == null) {
            exchange.accept(UNKNOWN_OPERATION.response());
        } else if (payload == null) {
            WireResponse refusal = message.refusal();
            exchange.accept(refusal == null ? Refusal.BODY_TOO_LARGE.response() : refusal);
        } else {
            serve(request, exchange);
        }
    }

    private @Nullable WireRequest request(RequestFrame head, byte[] payload, String version) {
        Operation operation = Operation.of(head.operationType());
        String path =
                operation == null ? null : ResourcePath.of(head.resourceType(), operation.isOfList(), head.tokens());
        if (operation == null || path == null) {
            return null;
        }
        RequestHeaders headers = new RequestHeaders(head.tokens(), operation, head.activityId(), version);
        return new WireRequest(
                operation.verb(), path, headers, payload, origin, "", channel().remoteAddress());
    }

    /** Returns the response that replaces reading the payload of a request, or null if the payload is welcome. */
    @Nullable
    WireResponse refusal(RequestFrame head) {
        String version = clientVersion;
        WireRequest request = version == null ? null : request(head, WireRequest.NOT_READ, version);
        return request == null ? null : handler().refusal(request);
    }

    /** An exchange has its response. */
    void respond(RntbdExchange exchange) {
        inFlight--;
        if (!channel().isActive()) {
            release(exchange);
            return;
        }
        try {
            write(exchange);
        } catch (Throwable failure) {
            close("a response that cannot be written", failure);
        }
    }

    private void write(RntbdExchange exchange) {
        WireResponse response = exchange.response();
        written(exchange);
        ByteBuf bytes = exchange.encode(channel().alloc(), response == null ? WireResponse.internalError() : response);
        if (bytes.readableBytes() > ServerMemory.LARGE_BODY_BYTES) {
            channel().write(bytes).addListener(taken -> memory().taken());
        } else {
            channel().write(bytes, channel().voidPromise());
        }
        flush();
        if (isDraining()) {
            closeIfIdle();
        }
    }
}
