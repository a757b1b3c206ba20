package org.mayflydb.server.hybridrow;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** An operation as a client would write it. */
public record OperationRow(
        int operationType,
        @Nullable String partitionKey,
        @Nullable String id,
        @Nullable String body,
        @Nullable String ifMatch,
        boolean minimal) {

    /** A whole body. */
    public static byte[] body(List<OperationRow> operations) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(header(RowFormat.SEGMENT_SCHEMA));
        out.write(1);
        out.writeBytes(int32(RowFormat.SEGMENT_BYTES));
        operations.forEach(operation -> out.writeBytes(enveloped(operation.bytes())));
        return out.toByteArray();
    }

    /** A whole body of operations that create items, which may be anything. */
    public static byte[] creations(byte[]... items) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] item : items) {
            ByteArrayOutputStream row = new ByteArrayOutputStream();
            row.writeBytes(header(RowFormat.OPERATION_SCHEMA));
            row.write(3 | 1 << 6);
            row.writeBytes(int32(0));
            row.writeBytes(int32(2));
            variable(row, item);
            out.writeBytes(enveloped(row.toByteArray()));
        }
        return out.toByteArray();
    }

    static byte[] enveloped(byte[] record) {
        CRC32 crc = new CRC32();
        crc.update(record);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(header(RowFormat.RECORD_SCHEMA));
        out.writeBytes(int32(record.length));
        out.writeBytes(int32((int) crc.getValue()));
        out.writeBytes(record);
        return out.toByteArray();
    }

    byte[] bytes() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(header(RowFormat.OPERATION_SCHEMA));
        out.write(3 | (partitionKey == null ? 0 : 1 << 2) | (id == null ? 0 : 1 << 4) | (body == null ? 0 : 1 << 6));
        out.writeBytes(int32(operationType));
        out.writeBytes(int32(2));
        variable(out, partitionKey);
        variable(out, id);
        variable(out, body);
        if (ifMatch != null) {
            out.write(RowFormat.UTF8);
            out.write(9);
            variable(out, ifMatch);
        }
        if (minimal) {
            out.write(RowFormat.TRUE);
            out.write(12);
        }
        return out.toByteArray();
    }

    private static void variable(ByteArrayOutputStream out, @Nullable String text) {
        if (text != null) {
            variable(out, text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static void variable(ByteArrayOutputStream out, byte[] bytes) {
        int length = bytes.length;
        for (; length >= 0x80; length >>>= 7) {
            out.write((length & 0x7F) | 0x80);
        }
        out.write(length);
        out.writeBytes(bytes);
    }

    private static byte[] header(int schema) {
        return ByteBuffer.allocate(RowFormat.HEADER_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(RowFormat.VERSION)
                .putInt(schema)
                .array();
    }

    private static byte[] int32(int value) {
        return ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(value)
                .array();
    }
}
