package org.mayflydb.item.record;

import java.nio.ByteBuffer;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.ContinuationToken;
import org.mayflydb.base.Invariant;

/**
 * Where a listing stopped: a partition and the last item key seen in it. It holds no state of the server, survives
 * restarts, and still works when the item it names has expired.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ListContinuation(int partitionNumber, byte[] lastKey) {

    public String encode(ContinuationToken.Kind kind) {
        Invariant.check(isPossible(), "a listing stops in a partition");
        return ContinuationToken.encode(
                kind,
                ByteBuffer.allocate(Integer.BYTES + lastKey.length)
                        .putInt(partitionNumber)
                        .put(lastKey)
                        .array());
    }

    public static ListContinuation decode(ContinuationToken.Kind kind, String token) {
        ByteBuffer in = ByteBuffer.wrap(ContinuationToken.decode(kind, token));
        if (in.remaining() < Integer.BYTES) {
            throw invalid();
        }
        int partitionNumber = in.getInt();
        byte[] lastKey = new byte[in.remaining()];
        in.get(lastKey);
        ListContinuation read = new ListContinuation(partitionNumber, lastKey);
        if (!read.isPossible()) {
            throw invalid();
        }
        return read;
    }

    private boolean isPossible() {
        return partitionNumber >= 0;
    }

    public static BadRequestException invalid() {
        return ContinuationToken.invalid();
    }
}
