package org.mayflydb.bench.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.mayflydb.bench.SampleItem;

/** The messages of direct mode that the measurements need: the context of a connection, and signed reads. */
final class DirectMessages {
    private static final int SMALL_STRING = 7;
    private static final int STRING = 8;
    private static final int ULONG = 2;
    private static final int BYTE = 0;

    private DirectMessages() {}

    static byte[] context() {
        ByteBuf out = begin(0, 0);
        number(out, 0x0000, 1);
        text(out, 0x0001, SMALL_STRING, "2020-07-15");
        text(out, 0x0002, SMALL_STRING, "bench");
        return end(out);
    }

    /**
     * Reads of all items.
     *
     * @param replicaPath of the container's only partition
     */
    static List<byte[]> reads(String replicaPath, Instant now) {
        String date = SignedRequest.dateText(now);
        List<byte[]> reads = new ArrayList<>();
        for (int i = 0; i < LoadedServer.ITEMS; i++) {
            String id = SampleItem.id(i);
            ByteBuf out = begin(3, 3);
            String link = "dbs/bench/colls/bench/docs/" + id;
            text(out, 0x0001, STRING, SignedRequest.authorization("GET", "docs", link, date));
            out.writeShortLE(0x0002).writeByte(BYTE).writeByte(0);
            text(out, 0x0003, SMALL_STRING, date);
            text(out, 0x0013, STRING, replicaPath);
            text(out, 0x0015, STRING, "bench");
            text(out, 0x0016, STRING, "bench");
            text(out, 0x0017, STRING, id);
            text(out, 0x002B, STRING, "[\"" + SampleItem.tenant(i) + "\"]");
            number(out, 0x004D, i);
            reads.add(end(out));
        }
        return reads;
    }

    private static ByteBuf begin(int resource, int operation) {
        return Unpooled.buffer()
                .writeIntLE(0)
                .writeShortLE(resource)
                .writeShortLE(operation)
                .writeZero(16);
    }

    private static byte[] end(ByteBuf out) {
        out.setIntLE(0, out.readableBytes());
        return ByteBufUtil.getBytes(out);
    }

    private static void number(ByteBuf out, int id, int value) {
        out.writeShortLE(id).writeByte(ULONG).writeIntLE(value);
    }

    private static void text(ByteBuf out, int id, int type, String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        out.writeShortLE(id).writeByte(type);
        if (type == STRING) {
            out.writeShortLE(bytes.length);
        } else {
            out.writeByte(bytes.length);
        }
        out.writeBytes(bytes);
    }
}
