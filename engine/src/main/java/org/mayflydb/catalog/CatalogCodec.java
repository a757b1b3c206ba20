package org.mayflydb.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.charge.Throughput;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.partition.FormerRange;
import org.mayflydb.partition.PartitionSpec;

/**
 * How the catalog is written: as JSON, which people can read and later versions can extend. What cannot be read back
 * means a damaged store.
 */
final class CatalogCodec {
    private static final String FORMER_RANGES = "formerRanges";

    private CatalogCodec() {}

    /** The newest numbers handed out. */
    record Counters(int database, int partition, int offer) {
        byte[] encode() {
            return JsonObject.builder()
                    .put("database", database)
                    .put("partition", partition)
                    .put("offer", offer)
                    .build()
                    .toBytes();
        }

        static Counters decode(byte[] value) {
            Fields fields = Fields.of("catalog counters", value);
            return new Counters(fields.number("database"), fields.number("partition"), fields.number("offer"));
        }
    }

    static byte[] encode(DatabaseRecord database) {
        return withOffer(database.offer())
                .put("id", database.id())
                .put("number", database.number())
                .put("timestamp", database.timestamp())
                .put("etag", database.etag())
                .put("lastContainer", database.lastContainer())
                .build()
                .toBytes();
    }

    private static JsonObject.Builder withOffer(@Nullable Offer offer) {
        JsonObject.Builder record = JsonObject.builder();
        if (offer == null) {
            return record;
        }
        JsonObject.Builder json = JsonObject.builder()
                .put("number", offer.number())
                .put("unitsMax", offer.throughput().unitsMax())
                .put("unitsHighest", offer.unitsHighest())
                .put("autoscale", offer.throughput().autoscale())
                .put("timestamp", offer.timestamp())
                .put("etag", offer.etag());
        Integer percent = offer.throughput().incrementPercent();
        if (percent != null) {
            json.put("incrementPercent", percent);
        }
        return record.put("offer", json.build());
    }

    static DatabaseRecord decodeDatabase(byte[] value) {
        Fields fields = Fields.of("a database", value);
        return new DatabaseRecord(
                fields.text("id"),
                fields.number("number"),
                fields.longNumber("timestamp"),
                fields.text("etag"),
                fields.number("lastContainer"),
                fields.offer());
    }

    static byte[] encode(ContainerRecord container) {
        List<JsonValue> partitions = new ArrayList<>();
        for (PartitionSpec partition : container.partitions()) {
            JsonObject.Builder json =
                    range(partition.rangeId(), partition.range()).put("number", partition.number());
            if (!partition.ancestors().isEmpty()) {
                json.put(
                        "ancestors",
                        new JsonArray(partition.ancestors().stream()
                                .<JsonValue>map(ancestor -> JsonObject.builder()
                                        .put("number", ancestor.number())
                                        .put("rangeId", ancestor.rangeId())
                                        .build())
                                .toList()));
            }
            partitions.add(json.build());
        }
        JsonObject.Builder record = withOffer(container.offer());
        if (!container.formerRanges().isEmpty()) {
            record.put(FORMER_RANGES, rangesJson(container.formerRanges()));
        }
        return record.put("number", container.number())
                .put("properties", container.properties().toJson())
                .put("partitions", new JsonArray(partitions))
                .put("timestamp", container.timestamp())
                .put("etag", container.etag())
                .build()
                .toBytes();
    }

    static JsonArray rangesJson(List<FormerRange> ranges) {
        return new JsonArray(ranges.stream()
                .<JsonValue>map(
                        former -> range(former.rangeId(), former.range()).build())
                .toList());
    }

    private static JsonObject.Builder range(int rangeId, EpkRange range) {
        return JsonObject.builder()
                .put("rangeId", rangeId)
                .put("min", range.min().hex())
                .put("max", range.max().hex());
    }

    static ContainerRecord decodeContainer(DatabaseRecord database, byte[] value) {
        Fields fields = Fields.of("a container of database '" + database.id() + "'", value);
        List<PartitionSpec> partitions = new ArrayList<>();
        for (JsonValue element : fields.array("partitions").elements()) {
            Fields partition = new Fields("a partition of database '" + database.id() + "'", element);
            partitions.add(new PartitionSpec(
                    partition.number("number"), partition.number("rangeId"), partition.range(), ancestors(partition)));
        }
        return new ContainerRecord(
                database,
                fields.number("number"),
                fields.properties("properties"),
                fields.offer(),
                partitions,
                ranges(fields, FORMER_RANGES),
                fields.longNumber("timestamp"),
                fields.text("etag"));
    }

    private static List<PartitionSpec.Ancestor> ancestors(Fields partition) {
        List<PartitionSpec.Ancestor> ancestors = new ArrayList<>();
        if (partition.json().get("ancestors") instanceof JsonArray line) {
            for (JsonValue element : line.elements()) {
                Fields ancestor = new Fields("an ancestor of " + partition.what(), element);
                ancestors.add(new PartitionSpec.Ancestor(ancestor.number("number"), ancestor.number("rangeId")));
            }
        }
        return ancestors;
    }

    /** The ranges in a member; none if it is absent. */
    static List<FormerRange> ranges(Fields owner, String name) {
        List<FormerRange> ranges = new ArrayList<>();
        if (owner.json().get(name) instanceof JsonArray list) {
            for (JsonValue element : list.elements()) {
                Fields former = new Fields("a former range of " + owner.what(), element);
                ranges.add(new FormerRange(former.number("rangeId"), former.range()));
            }
        }
        return ranges;
    }

    /** The members of a record, each of which must be there. */
    record Fields(String what, JsonObject json) {
        Fields(String what, JsonValue value) {
            this(what, value instanceof JsonObject object ? object : JsonObject.empty());
        }

        static Fields of(String what, byte[] value) {
            try {
                return new Fields(what, JsonValue.parse(value));
            } catch (BadRequestException notJson) {
                throw new CorruptStoreException("The catalog record of " + what + " is damaged", notJson);
            }
        }

        String text(String name) {
            return get(name, JsonString.class).value();
        }

        int number(String name) {
            long number = longNumber(name);
            if (number != (int) number) {
                throw unusable(name);
            }
            return (int) number;
        }

        long longNumber(String name) {
            return (long) get(name, JsonNumber.class).doubleValue();
        }

        JsonArray array(String name) {
            return get(name, JsonArray.class);
        }

        EpkRange range() {
            return checked(() ->
                    new EpkRange(EffectivePartitionKey.parse(text("min")), EffectivePartitionKey.parse(text("max"))));
        }

        ContainerProperties properties(String name) {
            return checked(() -> ContainerProperties.stored(get(name, JsonObject.class)));
        }

        PartitionKeyDefinition partitionKey(String name) {
            return checked(() -> PartitionKeyDefinition.fromJson(get(name, JsonObject.class)));
        }

        /** What a client may not send was not written either. */
        <T> T checked(Supplier<T> reader) {
            try {
                return reader.get();
            } catch (BadRequestException damaged) {
                throw new CorruptStoreException("The catalog record of " + what + " is damaged", damaged);
            }
        }

        @Nullable
        Offer offer() {
            JsonValue present = json.get("offer");
            if (present == null) {
                return null;
            }
            Fields offer = new Fields("an offer of " + what, present);
            Throughput throughput = offer.checked(() -> new Throughput(
                    offer.number("unitsMax"),
                    offer.get("autoscale", JsonBoolean.class).value(),
                    offer.has("incrementPercent") ? offer.number("incrementPercent") : null));
            return new Offer(
                    offer.number("number"),
                    throughput,
                    // Earlier releases did not record it.
                    offer.has("unitsHighest") ? offer.number("unitsHighest") : throughput.unitsMax(),
                    offer.longNumber("timestamp"),
                    offer.text("etag"));
        }

        private boolean has(String name) {
            return json.get(name) != null;
        }

        <T extends JsonValue> T get(String name, Class<T> type) {
            JsonValue value = json.get(name);
            if (!type.isInstance(value)) {
                throw unusable(name);
            }
            return type.cast(value);
        }

        private CorruptStoreException unusable(String name) {
            return new CorruptStoreException("The catalog record of " + what + " has no usable '" + name + "'");
        }
    }
}
