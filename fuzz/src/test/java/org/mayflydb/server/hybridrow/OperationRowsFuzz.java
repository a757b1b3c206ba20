package org.mayflydb.server.hybridrow;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.zip.CRC32;
import org.mayflydb.batch.BatchOperation;
import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.Decoded;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.fuzz.Parts;

/** Rows are operations or refused. After the first byte, the input is a body or a record to be put into one. */
public final class OperationRowsFuzz implements FuzzTarget {
    private static final int RAW = 0;

    @Override
    public String name() {
        return "hybrid-row";
    }

    @Override
    public void run(byte[] input) {
        byte[] rest = Parts.rest(input);
        byte[] body = Parts.choice(input, 2) == RAW ? rest : enveloped(rest);
        List<BatchOperation> operations = Decoded.fromClient(() -> OperationRows.read(body, true));
        if (operations == null) {
            return;
        }
        Claim.holds(operations.size() <= BatchOperation.OPERATIONS_MAX + 1, "operations");
        long bytes = 0;
        for (BatchOperation operation : operations) {
            bytes += operation.body() == null ? 0 : operation.body().length;
        }
        Claim.holds(bytes <= body.length + BatchOperation.BYTES_MAX, "bodies come from the input, or are short forms");
    }

    /** The items may be binary, and their text as long as a batch. */
    @Override
    public long allocatedBytesMax(int inputBytes) {
        return (16L << 20) + 2048L * inputBytes;
    }

    private static byte[] enveloped(byte[] row) {
        CRC32 crc = new CRC32();
        crc.update(row);
        return ByteBuffer.allocate(RowFormat.SEGMENT_BYTES + RowFormat.HEADER_BYTES + 2 * Integer.BYTES + row.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(RowFormat.VERSION)
                .putInt(RowFormat.SEGMENT_SCHEMA)
                .put((byte) 1)
                .putInt(RowFormat.SEGMENT_BYTES)
                .put(RowFormat.VERSION)
                .putInt(RowFormat.RECORD_SCHEMA)
                .putInt(row.length)
                .putInt((int) crc.getValue())
                .put(row)
                .array();
    }
}
