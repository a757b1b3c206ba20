package org.mayflydb.bench.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.mayflydb.bench.SampleItem;

/** The messages of direct mode that the measurements need: the context of a connection, and signed requests. */
public final class DirectMessages {
    private static final int SMALL_STRING = 7;
    private static final int STRING = 8;
    private static final int ULONG = 2;
    private static final int BYTE = 0;

    private static final int DOCUMENTS = 3;
    private static final int CREATE = 1;
    private static final int PATCH = 2;
    private static final int READ = 3;
    private static final int DELETE = 5;
    private static final int REPLACE = 6;
    private static final int READ_FEED = 4;
    private static final int QUERY = 0x0F;
    private static final int FEED_ITEMS = 100;

    private static final Map<String, Integer> TEXT_TOKENS = Map.of(
            "x-ms-continuation",
            0x0006,
            "if-match",
            0x0008,
            "if-none-match",
            0x0008,
            "x-ms-documentdb-partitionkey",
            0x002B,
            "x-ms-documentdb-partitionkeyrangeid",
            0x002C,
            "a-im",
            0x003F);

    private DirectMessages() {}

    public static byte[] context() {
        ByteBuf out = begin(0, 0);
        number(out, 0x0000, 1);
        text(out, 0x0001, SMALL_STRING, "2020-07-15");
        text(out, 0x0002, SMALL_STRING, "bench");
        return end(out);
    }

    /**
     * Any request for items, with the headers that it would have over HTTP.
     *
     * @param list of items, such as {@code dbs/a/colls/b/docs}
     * @param id of an item; empty for the list
     */
    public static byte[] request(
            String verb,
            String list,
            String id,
            Map<String, String> headers,
            String body,
            String replicaPath,
            Instant now) {
        String[] names = list.split("/", -1);
        String container = list.substring(0, list.lastIndexOf('/'));
        String date = SignedRequest.dateText(now);
        String link = id.isEmpty() ? container : list + "/" + id;
        ByteBuf out = begin(DOCUMENTS, operation(verb, id, headers));
        text(out, 0x0001, STRING, SignedRequest.authorization(verb, "docs", link, date));
        out.writeShortLE(0x0002).writeByte(BYTE).writeByte(body.isEmpty() ? 0 : 1);
        text(out, 0x0003, SMALL_STRING, date);
        text(out, 0x0013, STRING, replicaPath);
        text(out, 0x0015, STRING, names[1]);
        text(out, 0x0016, STRING, names[3]);
        if (!id.isEmpty()) {
            text(out, 0x0017, STRING, id);
        }
        number(out, 0x004D, 1);
        headers.forEach((name, value) -> {
            Integer token = TEXT_TOKENS.get(name);
            if (token != null) {
                text(out, token, STRING, value);
            } else if (name.equals("x-ms-max-item-count")) {
                number(out, 0x0004, Integer.parseInt(value, 10));
            }
        });
        return body.isEmpty() ? end(out) : end(out, body);
    }

    private static int operation(String verb, String id, Map<String, String> headers) {
        return switch (verb) {
            case "POST" -> headers.containsKey("x-ms-documentdb-isquery") ? QUERY : CREATE;
            case "PUT" -> REPLACE;
            case "PATCH" -> PATCH;
            case "DELETE" -> DELETE;
            default -> id.isEmpty() ? READ_FEED : READ;
        };
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
            String link = "dbs/bench/colls/bench/docs/" + id;
            Head head = new Head("bench", SignedRequest.authorization("GET", "docs", link, date), date, replicaPath);
            ByteBuf out = head.begin(READ, false);
            text(out, 0x0017, STRING, id);
            partitionKey(out, i);
            reads.add(end(out));
        }
        return reads;
    }

    /** Queries for ten items of one logical partition each. */
    static List<byte[]> equalities(String replicaPath, Instant now) {
        List<byte[]> queries = new ArrayList<>();
        for (int i = 0; i < SampleItem.TENANTS; i++) {
            ByteBuf out = Head.ofList("bench", "POST", replicaPath, now).begin(QUERY, true);
            partitionKey(out, i);
            queries.add(end(out, query("SELECT * FROM c WHERE c.batch = @value", 0)));
        }
        return queries;
    }

    /** Queries for twenty items each, in order. */
    static List<byte[]> firstItems(String replicaPath, Instant now) {
        List<byte[]> queries = new ArrayList<>();
        for (int amount = 0; amount < 900; amount++) {
            queries.add(query(
                    replicaPath, now, "SELECT TOP 20 * FROM c WHERE c.amount > @value ORDER BY c.amount", amount));
        }
        return queries;
    }

    /** A query that counts a tenth of all items. */
    static List<byte[]> counts(String replicaPath, Instant now) {
        return List.of(query(replicaPath, now, "SELECT VALUE COUNT(1) FROM c WHERE c.quantity < @value", 10));
    }

    private static byte[] query(String replicaPath, Instant now, String text, int value) {
        ByteBuf out = Head.ofList("bench", "POST", replicaPath, now).begin(QUERY, true);
        text(out, 0x002C, STRING, "0");
        return end(out, query(text, value));
    }

    private static String query(String text, int value) {
        return "{\"query\":\"" + text + "\",\"parameters\":[{\"name\":\"@value\",\"value\":" + value + "}]}";
    }

    /** A page of a hundred items. */
    static List<byte[]> readFeed(String replicaPath, Instant now) {
        ByteBuf out = Head.ofList("bench", "GET", replicaPath, now).begin(READ_FEED, false);
        number(out, 0x0004, FEED_ITEMS);
        text(out, 0x002C, STRING, "0");
        return List.of(end(out));
    }

    /** Creates of items that differ in their ids. */
    static final class Creates {
        private final Head head;

        Creates(String container, String replicaPath, Instant now) {
            this.head = Head.ofList(container, "POST", replicaPath, now);
        }

        byte[] message(long number) {
            ByteBuf out = head.begin(CREATE, true);
            partitionKey(out, 0);
            String id = String.format(Locale.ROOT, "item-%010d", number);
            return end(out, LoadedServer.json(0).replace(SampleItem.id(0), id));
        }
    }

    /** What all requests to a container have in common. */
    private record Head(String container, String authorization, String date, String replicaPath) {
        static Head ofList(String container, String verb, String replicaPath, Instant now) {
            String date = SignedRequest.dateText(now);
            String link = "dbs/bench/colls/" + container;
            return new Head(container, SignedRequest.authorization(verb, "docs", link, date), date, replicaPath);
        }

        ByteBuf begin(int operation, boolean payload) {
            ByteBuf out = DirectMessages.begin(DOCUMENTS, operation);
            text(out, 0x0001, STRING, authorization);
            out.writeShortLE(0x0002).writeByte(BYTE).writeByte(payload ? 1 : 0);
            text(out, 0x0003, SMALL_STRING, date);
            text(out, 0x0013, STRING, replicaPath);
            text(out, 0x0015, STRING, "bench");
            text(out, 0x0016, STRING, container);
            number(out, 0x004D, 1);
            return out;
        }
    }

    private static void partitionKey(ByteBuf out, int number) {
        text(out, 0x002B, STRING, "[\"" + SampleItem.tenant(number) + "\"]");
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

    private static byte[] end(ByteBuf out, String payload) {
        out.setIntLE(0, out.readableBytes());
        byte[] bytes = payload.getBytes(StandardCharsets.UTF_8);
        return ByteBufUtil.getBytes(out.writeIntLE(bytes.length).writeBytes(bytes));
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
