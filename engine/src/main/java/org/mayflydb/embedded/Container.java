package org.mayflydb.embedded;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.batch.TransactionalBatch;
import org.mayflydb.database.Engine;
import org.mayflydb.database.TtlChange;
import org.mayflydb.item.Items;
import org.mayflydb.item.expiry.PurgeLag;
import org.mayflydb.item.expiry.PurgeResult;
import org.mayflydb.item.expiry.Usage;
import org.mayflydb.item.read.ItemPage;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.item.write.ItemResult;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.patch.Patch;

/**
 * A container of items.
 *
 * <p>Where an item is taken it may be JSON text (a {@code String} or UTF-8 bytes), a {@code Map}, or an object for the
 * mapper that the database was opened with.
 */
public final class Container {
    private final Engine engine;
    private final String databaseId;
    private final String id;
    private final @Nullable ItemMapper mapper;
    private final TtlChange ttlChange;

    Container(Engine engine, String databaseId, String id, @Nullable ItemMapper mapper) {
        this(engine, databaseId, id, mapper, TtlChange.GUARDED);
    }

    private Container(Engine engine, String databaseId, String id, @Nullable ItemMapper mapper, TtlChange ttlChange) {
        this.engine = engine;
        this.databaseId = databaseId;
        this.id = id;
        this.mapper = mapper;
        this.ttlChange = ttlChange;
    }

    /** The same container, whose properties are changed even if the guard of the database would refuse it. */
    public Container confirmed() {
        return new Container(engine, databaseId, id, mapper, TtlChange.CONFIRMED);
    }

    /** What becomes of the items: why and when they expire, what is past its time, what another default would do. */
    public Lifetimes lifetimes() {
        return new Lifetimes(engine, databaseId, id, mapper);
    }

    public String id() {
        return id;
    }

    /** Adds an item; its id must be free in its logical partition. */
    public Item create(Object item) {
        return create(item, WriteOptions.NONE);
    }

    public Item create(Object item, WriteOptions options) {
        return written(items().writer().create(json(item), options).join());
    }

    /** Adds an item, or replaces the one with its id. */
    public Item upsert(Object item) {
        return upsert(item, WriteOptions.NONE);
    }

    public Item upsert(Object item, WriteOptions options) {
        return written(items().writer().upsert(json(item), options).join());
    }

    /** Replaces the item that has the same id and partition key; there must be one. */
    public Item replace(String itemId, Object item) {
        return replace(itemId, item, WriteOptions.NONE);
    }

    public Item replace(String itemId, Object item, WriteOptions options) {
        return written(items().writer().replace(itemId, json(item), options).join());
    }

    /** Reads an item; there must be one. */
    public Item read(String itemId, PartitionKey partitionKey) {
        return written(items().reads().read(itemId, partitionKey, ItemConditions.NONE));
    }

    /** The item, or empty if there is none. */
    public Optional<Item> find(String itemId, PartitionKey partitionKey) {
        try {
            return Optional.of(read(itemId, partitionKey));
        } catch (NotFoundException absent) {
            if (absent.subStatus() != 0) {
                throw absent;
            }
            return Optional.empty();
        }
    }

    /** Removes an item; there must be one. */
    public void delete(String itemId, PartitionKey partitionKey) {
        delete(itemId, partitionKey, ItemConditions.NONE);
    }

    public void delete(String itemId, PartitionKey partitionKey, ItemConditions conditions) {
        items().writer().delete(itemId, partitionKey, conditions).join();
    }

    /** Changes parts of an item; there must be one. */
    public Item patch(String itemId, PartitionKey partitionKey, Patch patch) {
        return patch(itemId, partitionKey, patch, ItemConditions.NONE);
    }

    public Item patch(String itemId, PartitionKey partitionKey, Patch patch, ItemConditions conditions) {
        Items items = items();
        return written(items.writer()
                .modify(itemId, partitionKey, patch.edit(items.partitionKey()), conditions)
                .join());
    }

    /** Operations on the items with this partition key that are done all or none; as yet there are none of them. */
    public Batch batch(PartitionKey partitionKey) {
        return new Batch(
                operations ->
                        TransactionalBatch.of(items(), partitionKey, operations).join(),
                this::json);
    }

    /**
     * Removes all items of a logical partition, or of all that the first levels of a hierarchical key begin. They are gone
     * for everybody at once, however many they are; their space comes back in the background.
     */
    public void deleteAll(PartitionKey partitionKey) {
        engine.deleteAll(databaseId, id, partitionKey);
    }

    /** The first items of the container. */
    public Page list(int itemsMax) {
        return list(null, itemsMax, null);
    }

    /**
     * Some items.
     *
     * @param partitionKey the logical partition to list, or the first levels of a hierarchical key; null for all
     * @param continuation from the page before; null for the first
     */
    public Page list(@Nullable PartitionKey partitionKey, int itemsMax, @Nullable String continuation) {
        ItemPage page = items().reads()
                .list(partitionKey == null ? ListScope.ALL : ListScope.of(partitionKey), itemsMax, continuation);
        return new Page(
                page.items().stream().map(item -> new Item(item, mapper)).toList(), page.continuation());
    }

    /** A question in the service's SQL, to be given parameters and asked. Expired items are in no answer. */
    public Query query(String sql) {
        return new Query(request -> engine.query(databaseId, id, request), sql, mapper);
    }

    /** The changes of the items, from the beginning unless it is told otherwise. */
    public Changes changes() {
        return new Changes(
                (request, continuation) -> engine.changes(databaseId, id).page(request, continuation),
                engine.container(databaseId, id).properties().partitionKey(),
                mapper);
    }

    /** How many items there are and how large; expired ones do not count. */
    public Usage usage() {
        return items().usage();
    }

    /** Items expire this long after their last write unless they say otherwise. Counts at once for all of them. */
    public void defaultTtl(Duration lifetime) {
        defaultTtlSeconds(TtlSeconds.of(lifetime));
    }

    /** As {@link #defaultTtl}, in seconds; -1 keeps time to live on without a default. */
    public void defaultTtlSeconds(int seconds) {
        changeProperties(properties -> properties.with("defaultTtl", JsonNumber.of(seconds)));
    }

    /** Switches time to live off: nothing expires any more, not even items with a lifetime of their own. */
    public void removeDefaultTtl() {
        changeProperties(properties -> properties.without("defaultTtl"));
    }

    /** The properties as the service shows them, as JSON text. */
    public String properties() {
        return engine.container(databaseId, id).toJson().toString();
    }

    /** Replaces the properties as a whole, from the service's JSON. */
    public void replaceProperties(String json) {
        if (!(JsonValue.parse(json) instanceof JsonObject object)) {
            throw new BadRequestException("The properties of a container are a JSON object.");
        }
        engine.replaceContainer(databaseId, id, object, null, ttlChange);
    }

    /** Deletes at most {@code itemsMax} expired items for good. Whether and when this is done nobody can see. */
    public PurgeResult purge(int itemsMax) {
        return items().removal().purge(itemsMax);
    }

    /**
     * Removes at most so many items of each partition that {@link #deleteAll} has deleted. Nobody can see whether and when
     * this is done.
     *
     * @return whether there are more
     */
    public boolean removeDeleted(int itemsMax) {
        return items().removal().removeDeleted(itemsMax);
    }

    /**
     * Removes from the log of all versions and deletes what is older than its retention, at most so many records of each
     * partition. Nobody can see whether and when this is done.
     *
     * @return whether there may be more to remove
     */
    public boolean trimChanges(int recordsMax) {
        return items().trimLog(recordsMax);
    }

    /** How many expired items are still stored, how late the oldest is, and how many were purged since the opening. */
    public PurgeLag purgeLag() {
        return items().removal().lag();
    }

    /** Removes the container with everything in it. */
    public void delete() {
        engine.deleteContainer(databaseId, id);
    }

    private void changeProperties(UnaryOperator<JsonObject> change) {
        JsonObject present = engine.container(databaseId, id).toJson();
        engine.replaceContainer(databaseId, id, change.apply(present), null, ttlChange);
    }

    private Items items() {
        return engine.items(databaseId, id);
    }

    private Item written(ItemResult result) {
        return new Item(Invariant.present(result.item(), "without a condition there is an item"), mapper);
    }

    private byte[] json(Object item) {
        if (item instanceof String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        if (item instanceof byte[] bytes) {
            return bytes;
        }
        if (item instanceof Map<?, ?> || item instanceof JsonValue) {
            return JsonValue.of(item).toBytes();
        }
        if (mapper == null) {
            throw new IllegalStateException(
                    "An object of " + item.getClass() + " needs a mapper: see Mayfly.builder().mapper(…)");
        }
        return mapper.write(item);
    }
}
