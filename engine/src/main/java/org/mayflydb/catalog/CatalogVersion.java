package org.mayflydb.catalog;

import java.util.ArrayList;
import java.util.List;
import org.mayflydb.catalog.CatalogCodec.Fields;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.Keyspace;
import org.mayflydb.storage.StoreReads;

/**
 * How often the catalog has changed, and the partitions that were numbered for splits under way.
 *
 * @param version raised by every change of the catalog
 */
record CatalogVersion(long version, List<Allocation> allocations) {
    private static final CatalogVersion NONE = new CatalogVersion(0, List.of());
    static final byte[] KEY = Keyspace.CATALOG_VERSION.prefix();

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

    /** After one more change of the catalog. */
    CatalogVersion next() {
        return new CatalogVersion(version + 1, allocations);
    }

    /** With partitions that were numbered for a split. */
    CatalogVersion with(Allocation allocation) {
        List<Allocation> more = new ArrayList<>(allocations);
        more.add(allocation);
        return new CatalogVersion(version, more);
    }

    /** Without a partition that a split was to create: it is in use now, or dropped. */
    CatalogVersion withoutChild(int child) {
        List<Allocation> rest = new ArrayList<>();
        for (Allocation allocation : allocations) {
            List<Integer> children = new ArrayList<>(allocation.children);
            children.removeIf(number -> number == child);
            if (!children.isEmpty()) {
                rest.add(new Allocation(allocation.parent, allocation.parentEpoch, children));
            }
        }
        return new CatalogVersion(version, rest);
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
