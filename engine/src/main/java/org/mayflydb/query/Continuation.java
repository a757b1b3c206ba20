package org.mayflydb.query;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.ContinuationToken;
import org.mayflydb.base.Invariant;
import org.mayflydb.json.JsonValue;
import org.mayflydb.ttl.LiveItem;

/**
 * Where a query continues: the complete state, so that the server keeps none.
 *
 * @param query which query it belongs to; with another one the rest makes no sense
 * @param rowsSeen how many rows were shown or left out by OFFSET
 * @param partition the number of the partition that the last item came from; -1 if there was none
 * @param way how items are found in that partition
 * @param place the last item whose rows are all done; null if there is none in that partition
 * @param partial the item after it, if some of its rows are done; null if none are
 * @param state what aggregates have come to, or the values that the last item was sorted by; null if neither
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Continuation(
        QueryIdentity query,
        long rowsSeen,
        int partition,
        int way,
        byte @Nullable [] place,
        @Nullable Partial partial,
        @Nullable JsonValue state) {
    static final int NO_PARTITION = -1;

    /**
     * An item of which a page shows only the first rows.
     *
     * @param documentNumber which item that is: after a split it is in one of the partitions only
     */
    record Partial(long documentNumber, int rows) {
        static Partial of(LiveItem item, int rows) {
            return new Partial(item.stored().documentNumber(), rows);
        }
    }

    /** At the very beginning. */
    static Continuation start(QueryIdentity query) {
        return new Continuation(query, 0, NO_PARTITION, 0, null, null, null);
    }

    Continuation withRowsSeen(long seen) {
        return new Continuation(query, seen, partition, way, place, partial, state);
    }

    /** The same number of rows, but from the first item on again. */
    Continuation atStart() {
        return new Continuation(query, rowsSeen, NO_PARTITION, 0, null, null, null);
    }

    /** How many rows of an item earlier pages have. */
    int rowsDoneOf(LiveItem item) {
        return partial != null && partial.documentNumber == item.stored().documentNumber() ? partial.rows : 0;
    }

    /** What holds for every continuation; checked where one is made and where one comes back. */
    private boolean isPossible() {
        return rowsSeen >= 0
                && partition >= NO_PARTITION
                && way == (short) way
                && (partial == null || partial.rows > 0);
    }

    String encode() {
        Invariant.check(isPossible(), "a continuation is possible");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(query.ordered());
            out.writeInt(query.exact());
            out.writeLong(rowsSeen);
            out.writeInt(partition);
            out.writeShort(way);
            writeBytes(out, place);
            out.writeInt(partial == null ? 0 : partial.rows);
            out.writeLong(partial == null ? 0 : partial.documentNumber);
            writeBytes(out, state == null ? null : state.toBytes());
        } catch (IOException impossible) {
            throw new IllegalStateException("writing to memory cannot fail", impossible);
        }
        return ContinuationToken.encode(ContinuationToken.Kind.QUERY, bytes.toByteArray());
    }

    private static void writeBytes(DataOutputStream out, byte @Nullable [] value) throws IOException {
        out.writeInt(value == null ? -1 : value.length);
        if (value != null) {
            out.write(value);
        }
    }

    /**
     * Reads what {@link #encode} wrote for this query; anything else is a bad request. Where a client has narrowed WHERE or
     * resumes elsewhere, the number of rows seen before says nothing, and what it sends tells by itself where to begin.
     */
    static Continuation decode(String token, QueryIdentity query) {
        try {
            byte[] content = ContinuationToken.decode(ContinuationToken.Kind.QUERY, token);
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(content));
            int ordered = in.readInt();
            int exact = in.readInt();
            Continuation read = new Continuation(
                    query, in.readLong(), in.readInt(), in.readShort(), readBytes(in), readPartial(in), readJson(in));
            if (ordered != query.ordered() || in.available() > 0 || !read.isPossible()) {
                throw invalid();
            }
            boolean counts = read.partition == NO_PARTITION;
            return counts && exact != query.exact() ? start(query) : read;
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

    private static @Nullable Partial readPartial(DataInputStream in) throws IOException {
        int rows = in.readInt();
        long documentNumber = in.readLong();
        return rows <= 0 ? null : new Partial(documentNumber, rows);
    }

    private static @Nullable JsonValue readJson(DataInputStream in) throws IOException {
        byte[] text = readBytes(in);
        return text == null ? null : JsonValue.parse(text);
    }

    static BadRequestException invalid() {
        return ContinuationToken.invalid();
    }
}
