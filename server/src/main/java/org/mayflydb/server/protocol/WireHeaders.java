package org.mayflydb.server.protocol;

/** The names of headers, as the service's clients write and read them. */
public final class WireHeaders {
    public static final String AUTHORIZATION = "authorization";
    public static final String DATE = "x-ms-date";
    public static final String HTTP_DATE = "date";
    public static final String VERSION = "x-ms-version";
    public static final String ACTIVITY_ID = "x-ms-activity-id";
    public static final String ETAG = "etag";
    public static final String IF_MATCH = "if-match";
    public static final String IF_NONE_MATCH = "if-none-match";
    public static final String IF_MODIFIED_SINCE = "if-modified-since";
    public static final String PREFER = "prefer";
    public static final String A_IM = "a-im";
    public static final String CONTENT_TYPE = "content-type";
    public static final String CONTENT_LOCATION = "content-location";

    public static final String REQUEST_CHARGE = "x-ms-request-charge";
    public static final String SESSION_TOKEN = "x-ms-session-token";
    public static final String SUB_STATUS = "x-ms-substatus";
    public static final String RETRY_AFTER_MS = "x-ms-retry-after-ms";
    public static final String CONTINUATION = "x-ms-continuation";
    public static final String ITEM_COUNT = "x-ms-item-count";
    public static final String MAX_ITEM_COUNT = "x-ms-max-item-count";
    public static final String LSN = "lsn";
    public static final String ITEM_LSN = "x-ms-item-lsn";
    public static final String SCHEMA_VERSION = "x-ms-schemaversion";
    public static final String GATEWAY_VERSION = "x-ms-gatewayversion";
    public static final String SERVICE_VERSION = "x-ms-serviceversion";
    public static final String CONTENT_PATH = "x-ms-content-path";
    public static final String ALT_CONTENT_PATH = "x-ms-alt-content-path";
    public static final String RESOURCE_QUOTA = "x-ms-resource-quota";
    public static final String RESOURCE_USAGE = "x-ms-resource-usage";
    public static final String MEDIA_STORAGE_MAX = "x-ms-max-media-storage-usage-mb";
    public static final String MEDIA_STORAGE_USAGE = "x-ms-media-storage-usage-mb";
    public static final String INDEXING_DIRECTIVE = "x-ms-indexing-directive";
    public static final String ENUMERATION_DIRECTION = "x-ms-enumeration-direction";
    public static final String TIME_TO_LIVE = "x-ms-time-to-live-in-seconds";
    public static final String INDEX_PROGRESS = "x-ms-documentdb-collection-index-transformation-progress";
    public static final String LAZY_INDEX_PROGRESS = "x-ms-documentdb-collection-lazy-indexing-progress";
    public static final String POPULATE_STATISTICS = "x-ms-documentdb-populatepartitionstatistics";
    public static final String POPULATE_QUOTA = "x-ms-documentdb-populatequotainfo";

    public static final String PARTITION_KEY = "x-ms-documentdb-partitionkey";
    public static final String PARTITION_KEY_RANGE_ID = "x-ms-documentdb-partitionkeyrangeid";
    public static final String START_EPK = "x-ms-start-epk";
    public static final String END_EPK = "x-ms-end-epk";
    public static final String CHANGE_FEED_WIRE_FORMAT = "x-ms-cosmos-changefeed-wire-format-version";
    public static final String EXCLUDE_SYSTEM_PROPERTIES = "x-ms-exclude-system-properties";
    public static final String IS_UPSERT = "x-ms-documentdb-is-upsert";
    public static final String IS_QUERY = "x-ms-documentdb-isquery";
    public static final String QUERY = "x-ms-documentdb-query";
    public static final String ENABLE_CROSS_PARTITION = "x-ms-documentdb-query-enablecrosspartition";
    public static final String PARALLELIZE_CROSS_PARTITION = "x-ms-documentdb-query-parallelizecrosspartitionquery";
    public static final String IS_CONTINUATION_EXPECTED = "x-ms-documentdb-query-iscontinuationexpected";
    public static final String IS_QUERY_PLAN = "x-ms-cosmos-is-query-plan-request";
    public static final String SUPPORTED_QUERY_FEATURES = "x-ms-cosmos-supported-query-features";
    public static final String POPULATE_QUERY_METRICS = "x-ms-documentdb-populatequerymetrics";
    public static final String QUERY_METRICS = "x-ms-documentdb-query-metrics";
    public static final String POPULATE_INDEX_METRICS = "x-ms-cosmos-populateindexmetrics";
    public static final String POPULATE_INDEX_METRICS_V2 = "x-ms-cosmos-populateindexmetrics-v2";
    public static final String INDEX_UTILIZATION = "x-ms-cosmos-index-utilization";
    public static final String OPTIMISTIC_DIRECT_EXECUTION = "x-ms-cosmos-query-optimisticdirectexecute";
    public static final String REQUIRES_DISTRIBUTION = "x-ms-cosmos-query-requiresdistribution";
    public static final String IS_BATCH = "x-ms-cosmos-is-batch-request";
    public static final String BATCH_ATOMIC = "x-ms-cosmos-batch-atomic";
    public static final String BATCH_ORDERED = "x-ms-cosmos-batch-ordered";
    public static final String BATCH_CONTINUE_ON_ERROR = "x-ms-cosmos-batch-continue-on-error";
    public static final String INTENDED_CONTAINER_RID = "x-ms-cosmos-intended-collection-rid";
    public static final String IS_CLIENT_ENCRYPTED = "x-ms-cosmos-is-client-encrypted";
    public static final String CONTINUATION_LIMIT_KB = "x-ms-documentdb-responsecontinuationtokenlimitinkb";
    public static final String CONSISTENCY_LEVEL = "x-ms-consistency-level";
    public static final String READ_CONSISTENCY_STRATEGY = "x-ms-cosmos-read-consistency-strategy";
    public static final String PRE_TRIGGER = "x-ms-documentdb-pre-trigger-include";
    public static final String POST_TRIGGER = "x-ms-documentdb-post-trigger-include";

    public static final String SUPPORTED_FORMATS = "x-ms-cosmos-supported-serialization-formats";
    public static final String CONTENT_FORMAT = "x-ms-documentdb-content-serialization-format";

    public static final String OFFER_THROUGHPUT = "x-ms-offer-throughput";
    public static final String AUTOPILOT_SETTINGS = "x-ms-cosmos-offer-autopilot-settings";
    public static final String MIGRATE_TO_AUTOSCALE = "x-ms-cosmos-migrate-offer-to-autopilot";
    public static final String MIGRATE_TO_MANUAL = "x-ms-cosmos-migrate-offer-to-manual-throughput";
    public static final String MIN_THROUGHPUT = "x-ms-cosmos-min-throughput";
    public static final String SHARE_THROUGHPUT = "x-ms-share-throughput";
    public static final String OFFER_REPLACE_PENDING = "x-ms-offer-replace-pending";
    public static final String EXPIRY_SECONDS = "x-ms-documentdb-expiry-seconds";

    /** Ours: that the server answers a query which names no partition, also where the client would have to merge rows. */
    public static final String WHOLE_QUERY = "x-mayfly-whole-query";

    /** Ours: whether answers about items tell when these expire. */
    public static final String TTL_HEADERS = "x-mayfly-ttl-headers";

    /** Ours: the second from which the item is expired, or {@code never}. */
    public static final String TTL_DEADLINE = "x-mayfly-ttl-deadline";

    /** Ours: how many seconds the item has left. */
    public static final String TTL_SECONDS_LEFT = "x-mayfly-ttl-seconds-left";

    /** Ours: that somebody knows how many items a change of a container removes at once. */
    public static final String CONFIRM_TTL = "x-mayfly-confirm-ttl";
    /** Our own: the path of the address that a request of direct mode was sent to, which names a partition. */
    public static final String REPLICA_PATH = "x-mayfly-replica-path";

    /** Our own: that another server has passed the request on. It only keeps the receiver from passing it on, too. */
    public static final String PASSED_ON = "x-mayfly-passed-on";

    private WireHeaders() {}

    /** The second name of one of our own headers. */
    static String alias(String own) {
        return switch (own) {
            case WHOLE_QUERY -> "x-ms-mayfly-whole-query";
            case TTL_HEADERS -> "x-ms-mayfly-ttl-headers";
            case CONFIRM_TTL -> "x-ms-mayfly-confirm-ttl";
            default -> throw new IllegalArgumentException(own + " has no second name");
        };
    }
}
