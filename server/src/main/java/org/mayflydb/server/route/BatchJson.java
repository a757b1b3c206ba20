package org.mayflydb.server.route;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.UnsupportedException;
import org.mayflydb.batch.BatchOperation;
import org.mayflydb.batch.OperationResult;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.json.TextMembers;
import org.mayflydb.key.PartitionKey;

/** The operations of a batch and their results as most clients write and read them. */
final class BatchJson {
    private static final String KIND = "operationType";
    private static final String ID = "id";
    private static final String BODY = "resourceBody";
    private static final String PARTITION_KEY = "partitionKey";
    private static final String IF_MATCH = "ifMatch";
    private static final String IF_NONE_MATCH = "ifNoneMatch";
    private static final String MINIMAL = "minimalReturnPreference";
    private static final String INDEXING_DIRECTIVE = "indexingDirective";
    private static final String TIME_TO_LIVE = "timeToLiveInSeconds";
    private static final Set<String> NAMES =
            Set.of(KIND, ID, BODY, PARTITION_KEY, IF_MATCH, IF_NONE_MATCH, MINIMAL, INDEXING_DIRECTIVE, TIME_TO_LIVE);

    private BatchJson() {}

    /**
     * The operations; one more than a batch may have at most.
     *
     * @param wantsItems whether answers are to have the items of operations that do not say otherwise
     */
    static List<BatchOperation> read(byte[] body, boolean wantsItems) {
        List<BatchOperation> operations = new ArrayList<>();
        for (Map<String, byte[]> members : TextMembers.ofArray(body, NAMES, BatchOperation.OPERATIONS_MAX)) {
            operations.add(operation(members, wantsItems));
        }
        return operations;
    }

    private static BatchOperation operation(Map<String, byte[]> members, boolean wantsItems) {
        refuseUnsupported(members);
        String name = text(members, KIND);
        BatchOperation.Kind kind = name == null ? null : BatchOperation.Kind.ofWireName(name);
        if (kind == null) {
            throw new BadRequestException("The input content is invalid: an operation has no kind that is known.");
        }
        String ifMatch = text(members, IF_MATCH);
        String ifNoneMatch = text(members, IF_NONE_MATCH);
        ItemConditions conditions =
                ifMatch == null && ifNoneMatch == null ? ItemConditions.NONE : new ItemConditions(ifMatch, ifNoneMatch);
        boolean minimal = value(members, MINIMAL) instanceof JsonBoolean truth && truth.value();
        return new BatchOperation(
                kind,
                text(members, ID),
                key(members),
                members.get(BODY),
                conditions,
                wantsItems && !minimal,
                BatchOperation.isIndexed(text(members, INDEXING_DIRECTIVE)));
    }

    private static void refuseUnsupported(Map<String, byte[]> members) {
        if (value(members, TIME_TO_LIVE) != null) {
            throw new UnsupportedException("A lifetime outside of the item");
        }
    }

    /** A key is the text of an array within a string; some clients send the array, or a single value, as it is. */
    private static @Nullable PartitionKey key(Map<String, byte[]> members) {
        JsonValue value = value(members, PARTITION_KEY);
        if (value == null) {
            return null;
        }
        if (value instanceof JsonString text && text.value().startsWith("[")) {
            return PartitionKey.parse(text.value());
        }
        return PartitionKey.parse(value instanceof JsonArray ? value.toString() : "[" + value + "]");
    }

    private static @Nullable String text(Map<String, byte[]> members, String name) {
        JsonValue value = value(members, name);
        if (value == null) {
            return null;
        }
        if (value instanceof JsonString text) {
            return text.value();
        }
        throw new BadRequestException("The input content is invalid: '" + name + "' of an operation is a string.");
    }

    private static @Nullable JsonValue value(Map<String, byte[]> members, String name) {
        byte[] text = members.get(name);
        JsonValue value = text == null ? null : JsonValue.parse(text);
        return value instanceof JsonNull ? null : value;
    }

    /** An object for each result, in order. */
    static byte[] write(List<OperationResult> results) {
        List<JsonValue> objects = new ArrayList<>();
        for (OperationResult result : results) {
            JsonObject.Builder object = JsonObject.builder().put("statusCode", result.status());
            if (result.subStatus() != 0) {
                object.put("subStatusCode", result.subStatus());
            }
            object.put("requestCharge", JsonNumber.of(result.charge()));
            if (result.etag() != null) {
                object.put("eTag", result.etag());
            }
            if (result.item() != null) {
                object.put(BODY, JsonObject.ofText(result.item().json()));
            }
            if (result.retryMillis() > 0) {
                object.put("retryAfterMilliseconds", result.retryMillis());
            }
            objects.add(object.build());
        }
        return new JsonArray(objects).toBytes();
    }
}
