package org.mayflydb.patch;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.item.record.SystemProperties;
import org.mayflydb.item.write.ItemEdit;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.DocumentPath;
import org.mayflydb.key.PartitionKeyDefinition;

/**
 * Changes to parts of an item, immutable:
 *
 * <pre>{@code
 * Patch done = Patch.empty().set("/state", "done").increment("/tries", 1).onlyIf("FROM c WHERE c.tries < 5");
 * }</pre>
 *
 * Paths are JSON pointers. Values are strings, numbers, booleans, null, and lists and maps of these. What is wrong with
 * a patch is found when it is applied.
 */
public final class Patch {
    /** As at the service. */
    public static final int OPERATIONS_MAX = 10;

    private static final Patch EMPTY = new Patch(List.of(), null);

    private final List<PatchOperation> operations;
    private final @Nullable String condition;

    Patch(List<PatchOperation> operations, @Nullable String condition) {
        this.operations = List.copyOf(operations);
        this.condition = condition;
    }

    /** No changes as yet. */
    public static Patch empty() {
        return EMPTY;
    }

    /** Reads the document that clients send; anything else is a bad request. */
    public static Patch parse(byte[] document) {
        return PatchReader.read(JsonValue.parse(document));
    }

    /** Puts a member, or inserts an element before the one at the index; {@code -} is behind the last. */
    public Patch add(String path, @Nullable Object value) {
        return with(PatchOperation.Kind.ADD, path, null, JsonValue.of(value));
    }

    /** Puts a member or an element. */
    public Patch set(String path, @Nullable Object value) {
        return with(PatchOperation.Kind.SET, path, null, JsonValue.of(value));
    }

    /** Puts a member or an element in place of one that must be there. */
    public Patch replace(String path, @Nullable Object value) {
        return with(PatchOperation.Kind.REPLACE, path, null, JsonValue.of(value));
    }

    /** Removes a member or an element that must be there. */
    public Patch remove(String path) {
        return with(PatchOperation.Kind.REMOVE, path, null, null);
    }

    /** Adds to a number, or puts one where there is nothing. */
    public Patch increment(String path, long amount) {
        return with(PatchOperation.Kind.INCREMENT, path, null, JsonNumber.of(amount));
    }

    /** Adds to a number, or puts one where there is nothing. */
    public Patch increment(String path, double amount) {
        return with(PatchOperation.Kind.INCREMENT, path, null, JsonNumber.of(amount));
    }

    /** Removes a value from one place and adds it at another. */
    public Patch move(String from, String path) {
        return with(PatchOperation.Kind.MOVE, path, PatchPath.parse(from), null);
    }

    /** Changes the item only if this is true for it: the FROM and WHERE of a query. */
    public Patch onlyIf(String fromWhere) {
        return new Patch(operations, fromWhere);
    }

    private Patch with(PatchOperation.Kind kind, String path, @Nullable PatchPath from, @Nullable JsonValue value) {
        List<PatchOperation> more = new ArrayList<>(operations);
        more.add(new PatchOperation(kind, PatchPath.parse(path), from, value));
        return new Patch(more, condition);
    }

    /** The document that clients send. */
    public JsonObject toJson() {
        List<JsonValue> list = new ArrayList<>();
        operations.forEach(operation -> list.add(operation.toJson()));
        JsonObject.Builder document = JsonObject.builder().put("operations", new JsonArray(list));
        if (condition != null) {
            document.put("condition", condition);
        }
        return document.build();
    }

    /**
     * What this does to items of a container with this partition key.
     *
     * @throws BadRequestException if it can be done to none
     */
    public ItemEdit edit(PartitionKeyDefinition partitionKey) {
        return edit(partitionKey, new PatchAllowance());
    }

    /**
     * What this does to items of a container with this partition key, as one of several patches.
     *
     * @param allowance what all of them share
     * @throws BadRequestException if it can be done to none
     */
    public ItemEdit edit(PartitionKeyDefinition partitionKey, PatchAllowance allowance) {
        if (operations.isEmpty()) {
            throw PatchErrors.syntax();
        }
        if (operations.size() > OPERATIONS_MAX) {
            throw PatchErrors.tooMany(OPERATIONS_MAX);
        }
        for (PatchOperation operation : operations) {
            checkPath(operation.path(), partitionKey);
            if (operation.from() != null) {
                checkPath(operation.from(), partitionKey);
            }
        }
        return new PatchEdit(operations, condition == null ? null : PatchCondition.compile(condition, allowance));
    }

    private static void checkPath(PatchPath path, PartitionKeyDefinition partitionKey) {
        if (path.first().equals("id") || SystemProperties.includes(path.first())) {
            throw PatchErrors.systemProperty(path.first());
        }
        for (DocumentPath key : partitionKey.paths()) {
            if (new PatchPath(key.segments()).includes(path)) {
                throw PatchErrors.partitionKey(path);
            }
        }
    }

    @Override
    public String toString() {
        return toJson().toString();
    }
}
