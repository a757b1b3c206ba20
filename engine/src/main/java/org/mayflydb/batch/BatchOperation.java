package org.mayflydb.batch;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.TooLargeException;
import org.mayflydb.item.ItemWrite;
import org.mayflydb.item.Items;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.item.write.ItemResult;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.patch.Patch;
import org.mayflydb.patch.PatchAllowance;

/**
 * One operation of many.
 *
 * @param id of the item; null where the body has it
 * @param partitionKey of the item; null if the request as a whole, or the body, says so
 * @param body the item, or the document of a patch; null if neither is needed
 * @param wantsItem whether the answer is to have the item
 * @param indexed whether the indexing policy applies to what is written
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record BatchOperation(
        Kind kind,
        @Nullable String id,
        @Nullable PartitionKey partitionKey,
        byte @Nullable [] body,
        ItemConditions conditions,
        boolean wantsItem,
        boolean indexed) {

    /** A read always returns the item, unless it is the version that its condition names, by either header. */
    public BatchOperation(
            Kind kind,
            @Nullable String id,
            @Nullable PartitionKey partitionKey,
            byte @Nullable [] body,
            ItemConditions conditions,
            boolean wantsItem,
            boolean indexed) {
        this.kind = kind;
        this.id = id;
        this.partitionKey = partitionKey;
        this.body = body;
        this.conditions = kind == Kind.READ && conditions.ifMatch() != null
                ? ItemConditions.ifNoneMatch(conditions.ifMatch())
                : conditions;
        this.wantsItem = wantsItem || kind == Kind.READ;
        this.indexed = indexed;
    }

    /** What it writes is indexed by the policy. */
    public BatchOperation(
            Kind kind,
            @Nullable String id,
            @Nullable PartitionKey partitionKey,
            byte @Nullable [] body,
            ItemConditions conditions,
            boolean wantsItem) {
        this(kind, id, partitionKey, body, conditions, wantsItem, true);
    }

    /** How many a request may have, as at the service. */
    public static final int OPERATIONS_MAX = 100;

    /** How large their bodies may be together: what clients keep to, which is an item and a little more. */
    public static final int BYTES_MAX = 2_202_010;

    /** What can be done. */
    public enum Kind {
        CREATE("Create"),
        UPSERT("Upsert"),
        REPLACE("Replace"),
        DELETE("Delete"),
        READ("Read"),
        PATCH("Patch");

        private final String wireName;

        Kind(String wireName) {
            this.wireName = wireName;
        }

        /** The kind that clients call so; null if there is none. */
        public static @Nullable Kind ofWireName(String name) {
            return Arrays.stream(values())
                    .filter(kind -> kind.wireName.equalsIgnoreCase(name))
                    .findFirst()
                    .orElse(null);
        }
    }

    /** Refuses too many, too few and too large ones. */
    static void check(List<BatchOperation> operations) {
        if (operations.isEmpty()) {
            throw new BadRequestException("Batch request has no operations.");
        }
        if (operations.size() > OPERATIONS_MAX) {
            throw new BadRequestException("Batch request has more operations than what is supported.");
        }
        long bytes = 0;
        for (BatchOperation operation : operations) {
            bytes += operation.body == null ? 0 : operation.body.length;
        }
        if (bytes > BYTES_MAX) {
            throw TooLargeException.request();
        }
    }

    /**
     * The operation, ready to be done in its turn.
     *
     * @param patches what all patches of the request share
     */
    ItemWrite<ItemResult> prepare(Items items, @Nullable PartitionKey ofRequest, PatchAllowance patches) {
        PartitionKey key = partitionKey == null ? ofRequest : partitionKey;
        WriteOptions options = new WriteOptions(key, null, conditions, indexed);
        return switch (kind) {
            case CREATE -> items.writer().create(required(body), options);
            case UPSERT -> items.writer().upsert(required(body), options);
            case REPLACE -> items.writer().replace(requiredId(), required(body), options);
            case DELETE -> items.writer().delete(requiredId(), requiredKey(key), conditions);
            case READ -> items.writer().read(requiredId(), requiredKey(key), conditions);
            case PATCH ->
                items.writer()
                        .modify(
                                requiredId(),
                                requiredKey(key),
                                Patch.parse(required(body)).edit(items.partitionKey(), patches),
                                options);
        };
    }

    /**
     * Returns whether the indexing policy applies to an item that is written with this directive. {@code Include} changes
     * nothing: where the policy is not automatic, nothing is indexed and queries look at all items.
     *
     * @param directive null for none
     */
    public static boolean isIndexed(@Nullable String directive) {
        if (directive == null || directive.equalsIgnoreCase("Default") || directive.equalsIgnoreCase("Include")) {
            return true;
        }
        if (directive.equalsIgnoreCase("Exclude")) {
            return false;
        }
        throw new BadRequestException("The indexing directive '" + directive + "' is invalid.");
    }

    String requiredId() {
        if (id == null) {
            throw new BadRequestException("An operation of a batch needs the id of its item.");
        }
        return id;
    }

    PartitionKey requiredKey(@Nullable PartitionKey key) {
        if (key == null) {
            throw new BadRequestException("PartitionKey value must be supplied for this operation.");
        }
        return key;
    }

    private static byte[] required(byte @Nullable [] body) {
        if (body == null) {
            throw new BadRequestException("An operation of a batch that writes needs a body.");
        }
        return body;
    }
}
