package org.mayflydb.server.rntbd;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.handler.codec.CorruptedFrameException;
import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.server.protocol.ResourceAddress;

/** A head is tokens or corrupt; every path and header that is made of them is valid. */
public final class RequestHeadFuzz implements FuzzTarget {
    @Override
    public String name() {
        return "rntbd-head";
    }

    @Override
    public void run(byte[] input) {
        if (input.length < RequestFrame.HEAD_BYTES_MIN - Integer.BYTES) {
            return;
        }
        RequestFrame frame;
        try {
            frame = RequestFrame.read(Unpooled.wrappedBuffer(input));
        } catch (CorruptedFrameException corrupt) {
            return;
        }
        if (frame.isContext()) {
            String version = Context.clientVersion(frame);
            ByteBuf answer = Context.answer(UnpooledByteBufAllocator.DEFAULT, frame, version);
            answer.release();
            return;
        }
        Operation operation = Operation.of(frame.operationType());
        if (operation == null) {
            return;
        }
        String path = ResourcePath.of(frame.resourceType(), operation.isOfList(), frame.tokens());
        if (path != null) {
            Claim.holds(path.chars().allMatch(c -> c > ' ' && c <= '~'), "a path is ASCII");
            ResourceAddress address = ResourceAddress.parse(path);
            Claim.same(operation.isOfList(), address.isFeed(), "a list");
            Claim.holds(address.type() != null, "a type");
        }
        RequestHeaders headers = new RequestHeaders(frame.tokens(), operation, frame.activityId(), "2020-07-15");
        for (RequestToken token : RequestToken.values()) {
            String value = token.header() == null ? null : headers.get(token.header());
            Claim.holds(value == null || value.length() <= 40 + 2L * input.length, "a header comes from the head");
        }
    }
}
