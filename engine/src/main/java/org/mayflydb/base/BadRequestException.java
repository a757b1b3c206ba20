package org.mayflydb.base;

import org.jspecify.annotations.Nullable;

/** What was sent is not acceptable; nothing was changed. Status 400. */
public final class BadRequestException extends MayflyException {
    private final @Nullable String additionalInfo;

    public BadRequestException(String message) {
        this(FailureCode.BAD_REQUEST, message);
    }

    private BadRequestException(FailureCode code, String message) {
        this(code, message, null);
    }

    private BadRequestException(FailureCode code, String message, @Nullable String additionalInfo) {
        super(code, message);
        this.additionalInfo = additionalInfo;
    }

    /** What clients evaluate beside the message; null if there is nothing. */
    public @Nullable String additionalInfo() {
        return additionalInfo;
    }

    /**
     * A query needs several partitions, but the request allows only one.
     *
     * @param plan how to ask all of them; null if there is none
     */
    public static BadRequestException crossPartitionQueryDisabled(@Nullable String plan) {
        return new BadRequestException(
                FailureCode.BAD_REQUEST,
                "Cross partition query is required but disabled. Please set x-ms-documentdb-query-enablecrosspartition "
                        + "to true, specify x-ms-documentdb-partitionkey, or revise your query to avoid this exception.",
                plan);
    }

    /** The client has to ask the partitions one by one, but cannot put their rows together: sub-status 1004. */
    public static BadRequestException unsupportedByClient(String features) {
        return new BadRequestException(
                FailureCode.CROSS_PARTITION_QUERY,
                "The query asks several partitions, and the client does not say that it supports " + features + ".");
    }

    /**
     * The client has to ask the partitions one by one and put the rows together: sub-status 1004.
     *
     * @param plan how it does that
     */
    public static BadRequestException crossPartitionQueryNotServable(String plan) {
        return new BadRequestException(
                FailureCode.CROSS_PARTITION_QUERY,
                "The provided cross partition query can not be directly served by the gateway. This is a first chance "
                        + "(internal) exception that all newer clients will know how to handle gracefully. This "
                        + "exception is traced, but unless you see it bubble up as an exception (which only happens on "
                        + "older SDK clients), then you can safely ignore this message.",
                plan);
    }

    /** The partition key given with a request is not the one found in the item: sub-status 1001. */
    public static BadRequestException partitionKeyMismatch() {
        return new BadRequestException(
                FailureCode.PARTITION_KEY_MISMATCH,
                "PartitionKey extracted from document doesn't match the one specified in the header. Learn more:"
                        + " https://aka.ms/CosmosDB/sql/errors/wrong-pk-value");
    }

    /** The partition key given with a request has not as many components as the container's definition: sub-status 1001. */
    public static BadRequestException partitionKeyIncomplete() {
        return new BadRequestException(
                FailureCode.PARTITION_KEY_MISMATCH,
                "Partition key provided either doesn't correspond to definition in the collection or doesn't match"
                        + " partition key field values specified in the document. Learn more:"
                        + " https://aka.ms/CosmosDB/sql/errors/wrong-pk-value");
    }

    /** The container of that name is not the one whose resource id the client sent: sub-status 1024. */
    public static BadRequestException containerRecreated() {
        return new BadRequestException(
                FailureCode.CONTAINER_RECREATED,
                "The resource id that was sent is not that of the container of this name.");
    }
}
