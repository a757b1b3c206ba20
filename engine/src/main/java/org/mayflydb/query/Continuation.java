package org.mayflydb.query;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonValue;

/**
 * Where the answer to a query goes on: everything there is to know about it, so that the server keeps nothing.
 *
 * @param queryHash of the text and its parameters; with another query the rest makes no sense
 * @param rowsSeen how many rows were shown or left out by OFFSET
 * @param partition the number of the partition that the last item came from; -1 if there was none
 * @param way how items are found in that partition
 * @param place the last item whose rows are all done; null if there is none in that partition
 * @param rowsOfNext how many rows of the item behind it are done as well
 * @param state what aggregates have come to, or the values that the last item was sorted by; null if neither
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Continuation(
        int queryHash,
        long rowsSeen,
        int partition,
        int way,
        byte @Nullable [] place,
        int rowsOfNext,
        @Nullable JsonValue state) {
    private static final byte VERSION = 1;
    static final int NO_PARTITION = -1;

    /** At the very beginning. */
    static Continuation start(int queryHash) {
        return new Continuation(queryHash, 0, NO_PARTITION, 0, null, 0, null);
    }

    Continuation withRowsSeen(long seen) {
        return new Continuation(queryHash, seen, partition, way, place, rowsOfNext, state);
    }

    /** The same number of rows, but from the first item on again. */
    Continuation atStart() {
        return new Continuation(queryHash, rowsSeen, NO_PARTITION, 0, null, 0, null);
    }

    String encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeInt(queryHash);
            out.writeLong(rowsSeen);
            out.writeInt(partition);
            out.writeShort(way);
            writeBytes(out, place);
            out.writeInt(rowsOfNext);
            writeBytes(out, state == null ? null : state.toBytes());
            out.writeInt(checksum(bytes.toByteArray(), bytes.size()));
        } catch (IOException impossible) {
            throw new IllegalStateException("writing to memory cannot fail", impossible);
        }
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.toByteArray());
    }

    private static void writeBytes(DataOutputStream out, byte @Nullable [] value) throws IOException {
        out.writeInt(value == null ? -1 : value.length);
        if (value != null) {
            out.write(value);
        }
    }

    /** Reads what {@link #encode} wrote for this query; anything else is a bad request. */
    static Continuation decode(String token, int queryHash) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(token);
            int end = bytes.length - Integer.BYTES;
            if (end < 1 || ByteBuffer.wrap(bytes).getInt(end) != checksum(bytes, end) || bytes[0] != VERSION) {
                throw invalid();
            }
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 1, end - 1));
            Continuation read = new Continuation(
                    in.readInt(),
                    in.readLong(),
                    in.readInt(),
                    in.readShort(),
                    readBytes(in),
                    in.readInt(),
                    readJson(in));
            if (read.queryHash != queryHash || in.available() > 0) {
                throw invalid();
            }
            return read;
        } catch (IllegalArgumentException | IOException damaged) {
            throw invalid();
        }
    }

    private static byte @Nullable [] readBytes(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length > in.available()) {
            throw invalid();
        }
        return length < 0 ? null : in.readNBytes(length);
    }

    private static @Nullable JsonValue readJson(DataInputStream in) throws IOException {
        byte[] text = readBytes(in);
        return text == null ? null : JsonValue.parse(text);
    }

    static BadRequestException invalid() {
        return new BadRequestException("Invalid Continuation Token");
    }

    /** A number that tells queries apart. */
    static int hashOf(QueryRequest request) {
        CRC32 crc = new CRC32();
        crc.update(request.text().getBytes(StandardCharsets.UTF_8));
        request.parameters().forEach((name, value) -> {
            crc.update(name.getBytes(StandardCharsets.UTF_8));
            crc.update(value.toBytes());
        });
        return (int) crc.getValue();
    }

    private static int checksum(byte[] bytes, int length) {
        CRC32 crc = new CRC32();
        crc.update(Arrays.copyOf(bytes, length));
        return (int) crc.getValue();
    }
}
