package org.mayflydb.base;

/**
 * Every way an operation may end other than success. The numbers are those of the wire and never change; {@link
 * #wireName()} is the {@code code} member of an error body.
 */
public enum FailureCode {
    BAD_REQUEST(400, 0, "BadRequest"),
    PARTITION_KEY_MISMATCH(400, 1001, "BadRequest"),
    CROSS_PARTITION_QUERY(400, 1004, "BadRequest"),
    CONTAINER_RECREATED(400, 1024, "BadRequest"),
    UNAUTHORIZED(401, 0, "Unauthorized"),
    AUTHORIZATION_MISSING(401, 5000, "Unauthorized"),
    AUTHORIZATION_MALFORMED(401, 5001, "Unauthorized"),
    TOKENS_OFF(401, 5002, "Unauthorized"),
    TOKEN_MALFORMED(401, 5003, "Unauthorized"),
    TOKEN_SIGNATURE_INVALID(401, 5004, "Unauthorized"),
    TOKEN_NOT_YET_VALID(401, 5005, "Unauthorized"),
    TOKEN_EXPIRED(401, 5006, "Unauthorized"),
    TOKEN_ISSUER_UNTRUSTED(401, 5007, "Unauthorized"),
    TOKEN_AUDIENCE_INVALID(401, 5008, "Unauthorized"),
    TOKEN_SCOPE_INVALID(401, 5009, "Unauthorized"),
    TOKEN_OBJECT_ID_MISSING(401, 5011, "Unauthorized"),
    TOKEN_SIGNING_KEY_UNKNOWN(401, 5200, "Unauthorized"),
    FORBIDDEN(403, 0, "Forbidden"),
    NOT_FOR_TOKENS(403, 5300, "Forbidden"),
    METADATA_ACTION_MISSING(403, 5301, "Forbidden"),
    DATA_ACTION_MISSING(403, 5302, "Forbidden"),
    DATA_ACTION_MISSING_BY_RID(403, 5303, "Forbidden"),
    TOKEN_RID_UNRESOLVED(403, 5304, "Forbidden"),
    NOT_FOUND(404, 0, "NotFound"),
    READ_SESSION_NOT_AVAILABLE(404, 1002, "NotFound"),
    OWNER_NOT_FOUND(404, 1003, "NotFound"),
    METHOD_NOT_ALLOWED(405, 0, "MethodNotAllowed"),
    CONFLICT(409, 0, "Conflict"),
    UNIQUE_KEY_CONFLICT(409, 0, "Conflict"),
    DATABASE_EXISTS(409, 3206, "Conflict"),
    GONE(410, 0, "Gone"),
    NAME_CACHE_STALE(410, 1000, "Gone"),
    PARTITION_KEY_RANGE_GONE(410, 1002, "Gone"),
    COMPLETING_SPLIT(410, 1007, "Gone"),
    COMPLETING_MOVE(410, 1008, "Gone"),
    PRECONDITION_FAILED(412, 0, "PreconditionFailed"),
    PATCH_CONDITION_FAILED(412, 1110, "PreconditionFailed"),
    TOO_LARGE(413, 0, "RequestEntityTooLarge"),
    TRANSACTION_TOO_LARGE(413, 3401, "RequestEntityTooLarge"),
    ANSWER_TOO_LARGE(413, 3402, "RequestEntityTooLarge"),
    FAILED_DEPENDENCY(424, 0, "FailedDependency"),
    TOO_BUSY(429, 3092, "TooManyRequests"),
    THROTTLED(429, 3200, "TooManyRequests"),
    CORRUPT_STORE(500, 0, "InternalServerError"),
    NOT_IMPLEMENTED(501, 0, "NotImplemented"),
    UNAVAILABLE(503, 0, "ServiceUnavailable");

    private final int status;
    private final int subStatus;
    private final String wireName;

    FailureCode(int status, int subStatus, String wireName) {
        this.status = status;
        this.subStatus = subStatus;
        this.wireName = wireName;
    }

    public int status() {
        return status;
    }

    public int subStatus() {
        return subStatus;
    }

    public String wireName() {
        return wireName;
    }
}
