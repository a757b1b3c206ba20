package org.mayflydb.server.hybridrow;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32;
import org.mayflydb.batch.OperationResult;

/** Writes the results of a batch. */
public final class ResultRows {
    private static final int HAS_STATUS = 1;
    private static final int HAS_SUB_STATUS = 1 << 1;
    private static final int HAS_ETAG = 1 << 2;
    private static final int HAS_BODY = 1 << 3;

    private static final int RETRY_MILLIS = 5;
    private static final int CHARGE = 6;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private ResultRows() {}

    /** A record for each result, in order. */
    public static byte[] write(List<OperationResult> results) {
        ResultRows body = new ResultRows();
        body.header(RowFormat.SEGMENT_SCHEMA);
        body.out.write(1);
        body.int32(RowFormat.SEGMENT_BYTES);
        for (OperationResult result : results) {
            body.record(record(result));
        }
        return body.out.toByteArray();
    }

    private void record(byte[] record) {
        CRC32 crc = new CRC32();
        crc.update(record);
        header(RowFormat.RECORD_SCHEMA);
        int32(record.length);
        int32((int) crc.getValue());
        out.writeBytes(record);
    }

    private static byte[] record(OperationResult result) {
        ResultRows row = new ResultRows();
        String etag = result.etag();
        byte[] item = result.item() == null ? null : result.item().json();
        row.header(RowFormat.RESULT_SCHEMA);
        row.out.write(HAS_STATUS | HAS_SUB_STATUS | (etag == null ? 0 : HAS_ETAG) | (item == null ? 0 : HAS_BODY));
        row.int32(result.status());
        row.int32(result.subStatus());
        if (etag != null) {
            row.variable(etag.getBytes(StandardCharsets.UTF_8));
        }
        if (item != null) {
            row.variable(item);
        }
        if (result.retryMillis() > 0) {
            row.out.write(RowFormat.UINT32);
            row.out.write(RETRY_MILLIS);
            row.int32(result.retryMillis());
        }
        row.out.write(RowFormat.FLOAT64);
        row.out.write(CHARGE);
        row.out.writeBytes(ByteBuffer.allocate(Double.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putDouble(result.charge())
                .array());
        return row.out.toByteArray();
    }

    private void header(int schema) {
        out.write(RowFormat.VERSION);
        int32(schema);
    }

    private void int32(int value) {
        out.writeBytes(ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(value)
                .array());
    }

    private void variable(byte[] bytes) {
        int length = bytes.length;
        while (length >= 0x80) {
            out.write((length & 0x7F) | 0x80);
            length >>>= 7;
        }
        out.write(length);
        out.writeBytes(bytes);
    }
}
