package org.mayflydb.catalog;

import java.util.ArrayList;
import java.util.List;
import org.mayflydb.catalog.CatalogCodec.Fields;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.Keyspace;
import org.mayflydb.partition.Transaction;
import org.mayflydb.storage.StoreReads;

/**
 * How often the catalog has changed, and the partitions that were numbered for splits under way.
 *
 * @param version raised by every change of the catalog
 */
record CatalogVersion(long version, List<Allocation> allocations) {
    private static final CatalogVersion NONE = new CatalogVersion(0, List.of());
    private static final byte[] KEY = Keyspace.CATALOG_VERSION.prefix();

    /**
     * Partitions that one is being split into.
     *
     * @param parentEpoch the epoch of the parent when they were numbered
     */
    record Allocation(int parent, long parentEpoch, List<Integer> children) {
        private JsonObject toJson() {
            return JsonObject.builder()
                    .put("parent", parent)
                    .put("parentEpoch", parentEpoch)
                    .put(
                            "children",
                            new JsonArray(children.stream()
                                    .<JsonValue>map(JsonNumber::of)
                                    .toList()))
                    .build();
        }

        private static Allocation of(JsonValue json) {
            Fields fields = new Fields("an allocation", json);
            List<Integer> children = new ArrayList<>();
            for (JsonValue child : fields.array("children").elements()) {
                children.add(child instanceof JsonNumber number ? (int) number.doubleValue() : 0);
            }
            return new Allocation(fields.number("parent"), fields.longNumber("parentEpoch"), children);
        }
    }

    static CatalogVersion stored(StoreReads system) {
        byte[] value = system.get(KEY);
        return value == null ? NONE : decode(value);
    }

    /** Records one more change of the catalog, in the transaction that makes it. */
    static void advance(Transaction transaction) {
        CatalogVersion before = in(transaction);
        transaction.put(KEY, new CatalogVersion(before.version + 1, before.allocations).encode());
    }

    /** Records partitions that were numbered for a split. */
    static void allocate(Transaction transaction, Allocation allocation) {
        CatalogVersion before = in(transaction);
        List<Allocation> allocations = new ArrayList<>(before.allocations);
        allocations.add(allocation);
        transaction.put(KEY, new CatalogVersion(before.version, allocations).encode());
    }

    /** Forgets the partitions that a split was to create, since they are in use now or one of them was dropped. */
    static void release(Transaction transaction, int child) {
        CatalogVersion before = in(transaction);
        List<Allocation> rest = before.allocations.stream()
                .filter(allocation -> !allocation.children.contains(child))
                .toList();
        if (rest.size() < before.allocations.size()) {
            transaction.put(KEY, new CatalogVersion(before.version, rest).encode());
        }
    }

    /** The state that the changes of the transaction so far leave. */
    static CatalogVersion in(Transaction transaction) {
        byte[] value = transaction.get(KEY);
        return value == null ? NONE : decode(value);
    }

    /** The partitions that one is being split into. */
    List<Integer> childrenOf(int parent) {
        return allocations.stream()
                .filter(allocation -> allocation.parent == parent)
                .flatMap(allocation -> allocation.children.stream())
                .toList();
    }

    byte[] encode() {
        return JsonObject.builder()
                .put("version", version)
                .put(
                        "allocations",
                        new JsonArray(allocations.stream()
                                .<JsonValue>map(Allocation::toJson)
                                .toList()))
                .build()
                .toBytes();
    }

    static CatalogVersion decode(byte[] value) {
        Fields fields = Fields.of("the catalog version", value);
        return new CatalogVersion(
                fields.longNumber("version"),
                fields.array("allocations").elements().stream()
                        .map(Allocation::of)
                        .toList());
    }
}
