package org.mayflydb.server.rntbd;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.CorruptedFrameException;

/**
 * The head of a request, or of the context that a connection begins with.
 *
 * @param resourceType what it is about, as a number; 0 for a context
 * @param operationType what it does, as a number; 0 for a context
 * @param activityId 16 bytes that the answer repeats
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record RequestFrame(int resourceType, int operationType, byte[] activityId, HeadTokens tokens) {
    /** Of a head without tokens. */
    static final int HEAD_BYTES_MIN = 24;

    /**
     * Takes a head apart.
     *
     * @param in all of it, behind its length
     * @throws CorruptedFrameException if it is none
     */
    static RequestFrame read(ByteBuf in) {
        int resourceType = in.readUnsignedShortLE();
        int operationType = in.readUnsignedShortLE();
        byte[] activityId = new byte[Guid.BYTES];
        in.readBytes(activityId);
        return new RequestFrame(resourceType, operationType, activityId, HeadTokens.read(in));
    }

    boolean isContext() {
        return resourceType == 0 && operationType == 0;
    }

    boolean isWrite() {
        Operation operation = Operation.of(operationType);
        return operation != null && operation.isWrite();
    }

    boolean hasPayload() {
        return !isContext() && tokens.integer(RequestToken.PAYLOAD_PRESENT.id(), 0) != 0;
    }

    /** The number by which the client will know the answer; negative if there is none. */
    long transportRequestId() {
        return tokens.integer(RequestToken.TRANSPORT_REQUEST_ID.id(), -1);
    }
}
