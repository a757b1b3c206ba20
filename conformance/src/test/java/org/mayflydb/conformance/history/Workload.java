package org.mayflydb.conformance.history;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.mayflydb.conformance.history.Operation.Kind;

/** Draws operations: on a few items of a few logical partitions, so that they meet. */
final class Workload {
    /** Where every operation is a batch that writes the same count and lifetime to all items, or removes them all. */
    static final List<String> STAMPED = List.of("stamped0", "stamped1");

    static final int ITEMS = 6;

    /** The ways to see a whole logical partition: a list, a walk over all items, and walks along the index. */
    static final List<String> QUERIES = List.of(
            "",
            "SELECT * FROM c",
            "SELECT c.id, c._etag, c.count FROM c WHERE c.count >= 0",
            "SELECT c.id, c._etag, c.count FROM c ORDER BY c.serial");

    private static final List<String> MIXED = List.of("mixed0", "mixed1", "mixed2", "mixed3", "mixed4", "mixed5");
    private static final List<Kind> SINGLE = List.of(
            Kind.CREATE, Kind.CREATE, Kind.UPSERT, Kind.UPSERT, Kind.REPLACE, Kind.PATCH, Kind.DELETE, Kind.READ);
    private static final int COUNT_MAX = 1000;
    private static final int TTL_SECONDS_MAX = 12;

    private final Random random;
    private final HistoryRecorder recorder;
    private final Map<String, String> etags;

    /** @param etags what was seen last, by partition and id */
    Workload(Random random, HistoryRecorder recorder, Map<String, String> etags) {
        this.random = random;
        this.recorder = recorder;
        this.etags = etags;
    }

    static List<String> partitions() {
        return Stream.concat(STAMPED.stream(), MIXED.stream()).toList();
    }

    static String id(int number) {
        return "i" + number;
    }

    Operation next() {
        if (random.nextInt(10) == 0) {
            return onAll(STAMPED.get(random.nextInt(STAMPED.size())));
        }
        String partition = MIXED.get(random.nextInt(MIXED.size()));
        return switch (random.nextInt(20)) {
            case 0 ->
                Operation.of(Kind.QUERY, partition, QUERIES.get(random.nextInt(QUERIES.size())), Operation.NOTHING);
            case 1, 2 -> batch(partition);
            case 3, 4, 5 -> single(Kind.READ, partition, id(random.nextInt(ITEMS)));
            default -> single(SINGLE.get(random.nextInt(SINGLE.size())), partition, id(random.nextInt(ITEMS)));
        };
    }

    private Operation single(Kind kind, String partition, String id) {
        Operation operation = Operation.of(kind, partition, id, content(kind, random.nextInt(COUNT_MAX), lifetime()));
        boolean conditional = kind != Kind.CREATE && kind != Kind.READ && random.nextInt(3) == 0;
        return conditional ? operation.ifMatch(etags.get(partition + "/" + id)) : operation;
    }

    private Content content(Kind kind, long count, int ttlSeconds) {
        return kind == Kind.DELETE || kind == Kind.READ
                ? Operation.NOTHING
                : new Content(recorder.nextSerial(), count, ttlSeconds);
    }

    private int lifetime() {
        return switch (random.nextInt(3)) {
            case 0 -> 0;
            case 1 -> -1;
            default -> 1 + random.nextInt(TTL_SECONDS_MAX);
        };
    }

    private Operation batch(String partition) {
        List<Integer> numbers = new ArrayList<>(List.of(0, 1, 2, 3, 4, 5));
        Collections.shuffle(numbers, random);
        List<Operation> parts = new ArrayList<>();
        int size = 1 + random.nextInt(4);
        for (int i = 0; i < size; i++) {
            // Mostly what succeeds, or few batches would.
            Kind kind = random.nextInt(3) > 0 ? Kind.UPSERT : SINGLE.get(random.nextInt(SINGLE.size()));
            parts.add(single(kind, partition, id(numbers.get(i))));
        }
        return Operation.batch(partition, parts);
    }

    private Operation onAll(String partition) {
        int count = random.nextInt(COUNT_MAX);
        int ttlSeconds = lifetime();
        Kind kind = switch (random.nextInt(8)) {
            case 0 -> Kind.DELETE;
            case 1, 2 -> Kind.PATCH;
            case 3 -> Kind.CREATE;
            case 4 -> Kind.READ;
            default -> Kind.UPSERT;
        };
        List<Operation> parts = new ArrayList<>();
        for (int i = 0; i < ITEMS; i++) {
            parts.add(Operation.of(kind, partition, id(i), content(kind, count, ttlSeconds)));
        }
        if (random.nextInt(8) == 0) {
            // One that fails behind five that have been done.
            parts.set(ITEMS - 1, Operation.of(Kind.REPLACE, partition, "nobody", content(kind, count, ttlSeconds)));
        }
        return Operation.batch(partition, parts);
    }
}
