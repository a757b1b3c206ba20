package org.mayflydb.server.rntbd;

import static org.mayflydb.server.rntbd.TokenType.BYTE;
import static org.mayflydb.server.rntbd.TokenType.BYTES;
import static org.mayflydb.server.rntbd.TokenType.GUID;
import static org.mayflydb.server.rntbd.TokenType.LONG;
import static org.mayflydb.server.rntbd.TokenType.LONG_LONG;
import static org.mayflydb.server.rntbd.TokenType.SMALL_STRING;
import static org.mayflydb.server.rntbd.TokenType.STRING;
import static org.mayflydb.server.rntbd.TokenType.ULONG;
import static org.mayflydb.server.rntbd.TokenType.USHORT;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.server.protocol.WireHeaders;

/**
 * The tokens of requests: number, type, and the header that says the same over HTTP. Those that only the service's own
 * machines send to each other are left out; like all that is not in this table, they are passed over.
 */
enum RequestToken {
    RESOURCE_ID(0x0000, BYTES),
    AUTHORIZATION_TOKEN(0x0001, STRING, WireHeaders.AUTHORIZATION),
    PAYLOAD_PRESENT(0x0002, BYTE),
    DATE(0x0003, SMALL_STRING, WireHeaders.DATE),
    PAGE_SIZE(0x0004, ULONG, WireHeaders.MAX_ITEM_COUNT, NumberForm.SIGNED),
    SESSION_TOKEN(0x0005, STRING, WireHeaders.SESSION_TOKEN),
    CONTINUATION_TOKEN(0x0006, STRING, WireHeaders.CONTINUATION),
    INDEXING_DIRECTIVE(0x0007, BYTE, WireHeaders.INDEXING_DIRECTIVE, NumberForm.names("Default", "Include", "Exclude")),
    /** What it is compared for depends on the operation: see {@link RequestHeaders}. */
    MATCH(0x0008, STRING),
    PRE_TRIGGER_INCLUDE(0x0009, STRING, WireHeaders.PRE_TRIGGER),
    POST_TRIGGER_INCLUDE(0x000A, STRING, WireHeaders.POST_TRIGGER),
    PRE_TRIGGER_EXCLUDE(0x000E, STRING, "x-ms-documentdb-pre-trigger-exclude"),
    POST_TRIGGER_EXCLUDE(0x000F, STRING, "x-ms-documentdb-post-trigger-exclude"),
    CONSISTENCY_LEVEL(
            0x0010,
            BYTE,
            WireHeaders.CONSISTENCY_LEVEL,
            NumberForm.names("Strong", "BoundedStaleness", "Session", "Eventual", "ConsistentPrefix")),
    REPLICA_PATH(0x0013, STRING, WireHeaders.REPLICA_PATH),
    RESOURCE_TOKEN_EXPIRY(0x0014, ULONG, WireHeaders.EXPIRY_SECONDS),
    DATABASE_NAME(0x0015, STRING),
    COLLECTION_NAME(0x0016, STRING),
    DOCUMENT_NAME(0x0017, STRING),
    ATTACHMENT_NAME(0x0018, STRING),
    USER_NAME(0x0019, STRING),
    PERMISSION_NAME(0x001A, STRING),
    STORED_PROCEDURE_NAME(0x001B, STRING),
    USER_DEFINED_FUNCTION_NAME(0x001C, STRING),
    TRIGGER_NAME(0x001D, STRING),
    ENABLE_SCAN_IN_QUERY(0x001E, BYTE, "x-ms-documentdb-query-enable-scan"),
    EMIT_VERBOSE_TRACES_IN_QUERY(0x001F, BYTE, "x-ms-documentdb-query-emit-traces"),
    CONFLICT_NAME(0x0020, STRING),
    ENABLE_LOW_PRECISION_ORDER_BY(0x0027, BYTE, "x-ms-documentdb-query-enable-low-precision-order-by"),
    PARTITION_KEY(0x002B, STRING, WireHeaders.PARTITION_KEY),
    PARTITION_KEY_RANGE_ID(0x002C, STRING, WireHeaders.PARTITION_KEY_RANGE_ID),
    SUPPORT_SPATIAL_LEGACY_COORDINATES(0x0033, BYTE, "x-ms-documentdb-supportspatiallegacycoordinates"),
    COLLECTION_RID(0x0035, STRING, "x-ms-documentdb-collection-rid"),
    PARTITION_KEY_RANGE_NAME(0x0036, STRING),
    USE_POLYGONS_SMALLER_THAN_A_HEMISPHERE(0x003C, BYTE, "x-ms-documentdb-usepolygonssmallerthanahemisphere"),
    ENABLE_LOGGING(0x003E, BYTE, "x-ms-documentdb-script-enable-logging"),
    A_IM(0x003F, STRING, WireHeaders.A_IM),
    POPULATE_QUOTA_INFO(0x0040, BYTE, WireHeaders.POPULATE_QUOTA),
    DISABLE_RU_PER_MINUTE_USAGE(0x0041, BYTE, "x-ms-documentdb-disable-ru-per-minute-usage"),
    POPULATE_QUERY_METRICS(0x0042, BYTE, WireHeaders.POPULATE_QUERY_METRICS),
    RESPONSE_CONTINUATION_LIMIT_KB(0x0043, ULONG, WireHeaders.CONTINUATION_LIMIT_KB, NumberForm.SIGNED),
    POPULATE_PARTITION_STATISTICS(0x0044, BYTE, "x-ms-documentdb-populatepartitionstatistics"),
    IF_MODIFIED_SINCE(0x0047, STRING, WireHeaders.IF_MODIFIED_SINCE),
    POPULATE_COLLECTION_THROUGHPUT_INFO(0x0048, BYTE, "x-ms-documentdb-populatecollectionthroughputinfo"),
    REMAINING_TIME_MS(0x0049, ULONG, "x-ms-remaining-time-in-ms-on-client"),
    CLIENT_RETRY_ATTEMPT_COUNT(0x004A, ULONG, "x-ms-client-retry-attempt-count"),
    TARGET_LSN(0x004B, LONG_LONG, "x-ms-target-lsn"),
    TARGET_GLOBAL_COMMITTED_LSN(0x004C, LONG_LONG, "x-ms-target-global-committed-lsn"),
    TRANSPORT_REQUEST_ID(0x004D, ULONG),
    IS_READ_ONLY_SCRIPT(0x0052, BYTE, "x-ms-is-readonly-script"),
    FORCE_QUERY_SCAN(0x0054, BYTE, "x-ms-documentdb-force-query-scan"),
    EXCLUDE_SYSTEM_PROPERTIES(0x0057, BYTE, WireHeaders.EXCLUDE_SYSTEM_PROPERTIES),
    TIME_TO_LIVE_IN_SECONDS(0x0059, LONG, WireHeaders.TIME_TO_LIVE),
    ENUMERATION_DIRECTION(0x005E, BYTE, WireHeaders.ENUMERATION_DIRECTION, NumberForm.names("", "Forward", "Reverse")),
    START_EPK(0x0062, BYTES, WireHeaders.START_EPK),
    END_EPK(0x0063, BYTES, WireHeaders.END_EPK),
    READ_FEED_KEY_TYPE(
            0x0064,
            BYTE,
            "x-ms-read-key-type",
            NumberForm.names("", "ResourceId", "EffectivePartitionKey", "EffectivePartitionKeyRange")),
    CONTENT_SERIALIZATION_FORMAT(
            0x0065, BYTE, WireHeaders.CONTENT_FORMAT, NumberForm.names("JsonText", "CosmosBinary", "HybridRow")),
    ALLOW_TENTATIVE_WRITES(0x0066, BYTE, "x-ms-cosmos-allow-tentative-writes"),
    IS_BATCH_ATOMIC(0x0073, BYTE, "x-ms-cosmos-batch-atomic"),
    SHOULD_BATCH_CONTINUE_ON_ERROR(0x0074, BYTE, "x-ms-cosmos-batch-continue-on-error"),
    IS_BATCH_ORDERED(0x0075, BYTE, "x-ms-cosmos-batch-ordered"),
    RETURN_PREFERENCE(0x0082, BYTE, WireHeaders.PREFER, NumberForm.names("", "return=minimal")),
    IS_CLIENT_ENCRYPTED(0x0087, BYTE, WireHeaders.IS_CLIENT_ENCRYPTED),
    INTENDED_COLLECTION_RID(0x009D, STRING, WireHeaders.INTENDED_CONTAINER_RID),
    SDK_SUPPORTED_CAPABILITIES(0x00A2, ULONG, "x-ms-cosmos-sdk-supportedcapabilities"),
    POPULATE_INDEX_METRICS(0x00A9, BYTE, WireHeaders.POPULATE_INDEX_METRICS),
    CORRELATED_ACTIVITY_ID(0x00B0, GUID, "x-ms-cosmos-correlated-activityid"),
    CHANGE_FEED_WIRE_FORMAT_VERSION(0x00B2, STRING, "x-ms-cosmos-changefeed-wire-format-version"),
    PRIORITY_LEVEL(0x00BF, BYTE, "x-ms-cosmos-priority-level", NumberForm.names("", "High", "Low")),
    POPULATE_INDEX_METRICS_V2(0x00C2, BYTE, WireHeaders.POPULATE_INDEX_METRICS_V2),
    SUPPORTED_SERIALIZATION_FORMATS(
            0x00C4, BYTE, WireHeaders.SUPPORTED_FORMATS, NumberForm.set("JsonText", "CosmosBinary", "HybridRow")),
    OPTIMISTIC_DIRECT_EXECUTION(0x00C8, BYTE, WireHeaders.OPTIMISTIC_DIRECT_EXECUTION),
    POPULATE_QUERY_ADVICE(0x00DA, BYTE, "x-ms-cosmos-populatequeryadvice"),
    THROUGHPUT_BUCKET(0x00DB, BYTE, "x-ms-cosmos-throughput-bucket", NumberForm.PLAIN),
    WORKLOAD_ID(0x00E7, USHORT, "x-ms-cosmos-workload-id"),
    HUB_REGION_PROCESSING_ONLY(0x00EF, BYTE, "x-ms-cosmos-hub-region-processing-only"),
    READ_CONSISTENCY_STRATEGY(
            0x00FE,
            BYTE,
            WireHeaders.READ_CONSISTENCY_STRATEGY,
            NumberForm.names("", "Eventual", "Session", "LatestCommitted", "GlobalStrong")),
    SUPPORTED_QUERY_FEATURES(0x00FF, STRING, WireHeaders.SUPPORTED_QUERY_FEATURES);

    private static final Map<String, RequestToken> BY_HEADER = new HashMap<>();

    static {
        for (RequestToken token : values()) {
            if (token.header != null) {
                BY_HEADER.put(token.header.toLowerCase(Locale.ROOT), token);
            }
        }
    }

    private final int id;
    private final TokenType type;
    private final @Nullable String header;

    @SuppressWarnings("ImmutableEnumChecker") // forms are functions without state
    private final NumberForm form;

    RequestToken(int id, TokenType type) {
        this(id, type, null, NumberForm.PLAIN);
    }

    RequestToken(int id, TokenType type, String header) {
        this(id, type, header, type == BYTE ? NumberForm.FLAG : NumberForm.PLAIN);
    }

    RequestToken(int id, TokenType type, @Nullable String header, NumberForm form) {
        this.id = id;
        this.type = type;
        this.header = header;
        this.form = form;
    }

    int id() {
        return id;
    }

    TokenType type() {
        return type;
    }

    @Nullable
    String header() {
        return header;
    }

    NumberForm form() {
        return form;
    }

    /** The token for a header, null if there is none. Lower case is found at once. */
    static @Nullable RequestToken ofHeader(String name) {
        RequestToken found = BY_HEADER.get(name);
        return found == null ? BY_HEADER.get(name.toLowerCase(Locale.ROOT)) : found;
    }
}
