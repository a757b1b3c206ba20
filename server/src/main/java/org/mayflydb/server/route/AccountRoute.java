package org.mayflydb.server.route;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.charge.RequestCharge;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.server.protocol.Consistency;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.protocol.WireResponse;

/**
 * The account: where clients find it, and what it promises. Clients continue with the address they read here, so it is the
 * one by which they reached the server.
 */
final class AccountRoute implements ImmediateRoute {
    /** As in Microsoft's emulators, so that clients that prefer regions find this one. */
    private static final String REGION = "South Central US";

    /** The versions of the API before this one are {@link #OLD_VERSIONS}; later ones are not known in advance. */
    private static final String VERSION = "2018-12-31";

    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");

    private static final Set<String> OLD_VERSIONS = Set.of(
            "2014-08-21",
            "2015-04-08",
            "2015-06-03",
            "2015-08-06",
            "2015-12-16",
            "2016-05-30",
            "2016-07-11",
            "2016-11-14",
            "2017-01-19",
            "2017-02-22",
            "2017-05-03",
            "2017-11-15",
            "2018-06-18",
            "2018-08-31",
            "2018-09-17");

    /** A JSON text within a string; clients want it to be there and to be an object. */
    private static final String QUERY_ENGINE = "{\"maxSqlQueryInputLength\":262144,\"maxJoinsPerSqlQuery\":5,"
            + "\"maxLogicalAndPerSqlQuery\":500,\"maxLogicalOrPerSqlQuery\":500,\"maxUdfRefPerSqlQuery\":10,"
            + "\"maxInExpressionItemsCount\":16000,\"queryMaxInMemorySortDocumentCount\":500,"
            + "\"maxQueryRequestTimeoutFraction\":0.9,\"sqlAllowNonFiniteNumbers\":false,"
            + "\"sqlAllowAggregateFunctions\":true,\"sqlAllowSubQuery\":true,\"sqlAllowScalarSubQuery\":true,"
            + "\"allowNewKeywords\":true,\"sqlAllowLike\":true,\"sqlAllowGroupByClause\":true,"
            + "\"maxSpatialQueryCells\":12,\"spatialMaxGeometryPointCount\":256,\"sqlDisableOptimizationFlags\":0,"
            + "\"sqlAllowTop\":true,\"enableSpatialIndexing\":true}";

    /** As in the service. Clients in direct mode read latest committed items from half of the maximum. */
    private static final int REPLICAS_MIN = 3;

    private static final int STALENESS_PREFIX = 100;
    private static final int STALENESS_SECONDS = 5;

    private final String name;
    private final @Nullable String endpoint;
    private final Consistency consistency;

    /** @param endpoint URL of the region; null for the one that each client used */
    AccountRoute(String name, @Nullable String endpoint, Consistency consistency) {
        this.name = name;
        this.endpoint = endpoint == null || endpoint.endsWith("/") ? endpoint : endpoint + "/";
        this.consistency = consistency;
    }

    @Override
    public boolean isQuick(Exchange exchange) {
        return true;
    }

    @Override
    public WireResponse answer(Exchange exchange) {
        if (exchange.verb() != Verb.GET) {
            throw new BadRequestException("The account can only be read.");
        }
        checkVersion(exchange.request().header(WireHeaders.VERSION));
        JsonArray locations = new JsonArray(List.of(JsonObject.builder()
                .put("name", REGION)
                .put(
                        "databaseAccountEndpoint",
                        endpoint == null ? exchange.request().origin() + "/" : endpoint)
                .build()));
        JsonObject replicas = JsonObject.builder()
                .put("minReplicaSetSize", REPLICAS_MIN)
                .put("maxReplicasetSize", Replicas.COUNT)
                .build();
        JsonObject account = JsonObject.builder()
                .put("_self", "")
                .put("id", name)
                .put("_rid", name + ".sql.cosmos.azure.com")
                .put("media", "//media/")
                .put("addresses", "//addresses/")
                .put("_dbs", "//dbs/")
                .put("writableLocations", locations)
                .put("readableLocations", locations)
                .put("enableMultipleWriteLocations", false)
                .put("continuousBackupEnabled", false)
                .put("enableNRegionSynchronousCommit", false)
                .put("enablePerPartitionFailoverBehavior", false)
                .put("userReplicationPolicy", replicas)
                .put(
                        "userConsistencyPolicy",
                        JsonObject.builder()
                                .put("defaultConsistencyLevel", consistency.wireName())
                                .put("maxStalenessPrefix", STALENESS_PREFIX)
                                .put("maxIntervalInSeconds", STALENESS_SECONDS)
                                .build())
                .put("systemReplicationPolicy", replicas)
                .put(
                        "readPolicy",
                        JsonObject.builder()
                                .put("primaryReadCoefficient", 1)
                                .put("secondaryReadCoefficient", 1)
                                .build())
                .put("queryEngineConfiguration", QUERY_ENGINE)
                .build();
        // There are no media, but the Java client fails without these headers.
        return exchange.response(200, RequestCharge.METADATA)
                .header(WireHeaders.MEDIA_STORAGE_MAX, "0")
                .header(WireHeaders.MEDIA_STORAGE_USAGE, "0")
                .body(account.toBytes());
    }

    /** Clients read the account first, so it is the one place where their version is checked. */
    private static void checkVersion(@Nullable String version) {
        if (version == null) {
            return;
        }
        boolean isLater =
                version.compareTo(VERSION) >= 0 && DATE.matcher(version).matches();
        if (!isLater && !OLD_VERSIONS.contains(version)) {
            throw new BadRequestException(
                    "The value '" + version + "' specified for the header '" + WireHeaders.VERSION + "' is invalid.");
        }
    }
}
