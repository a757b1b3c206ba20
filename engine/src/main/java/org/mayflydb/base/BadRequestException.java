package org.mayflydb.base;

/** What was sent is not acceptable; nothing was changed. Status 400. */
public final class BadRequestException extends MayflyException {
    public BadRequestException(String message) {
        super(FailureCode.BAD_REQUEST, message);
    }

    private BadRequestException(FailureCode code, String message) {
        super(code, message);
    }

    /** The partition key given with a request is not the one found in the item: sub-status 1001. */
    public static BadRequestException partitionKeyMismatch() {
        return new BadRequestException(
                FailureCode.PARTITION_KEY_MISMATCH,
                "PartitionKey extracted from document doesn't match the one specified in the header. Learn more:"
                        + " https://aka.ms/CosmosDB/sql/errors/wrong-pk-value");
    }

    /** The container of that name is not the one whose resource id the client sent: sub-status 1024. */
    public static BadRequestException containerRecreated() {
        return new BadRequestException(
                FailureCode.CONTAINER_RECREATED,
                "The resource id that was sent is not that of the container of this name.");
    }
}
