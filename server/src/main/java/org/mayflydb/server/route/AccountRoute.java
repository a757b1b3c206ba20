package org.mayflydb.server.route;

import java.util.List;
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
    private static final String REGION = "Local";

    /** A JSON text within a string; clients want it to be there and to be an object. */
    private static final String QUERY_ENGINE = "{\"maxSqlQueryInputLength\":262144,\"maxJoinsPerSqlQuery\":5,"
            + "\"maxLogicalAndPerSqlQuery\":500,\"maxLogicalOrPerSqlQuery\":500,\"maxUdfRefPerSqlQuery\":10,"
            + "\"maxInExpressionItemsCount\":16000,\"queryMaxInMemorySortDocumentCount\":500,"
            + "\"maxQueryRequestTimeoutFraction\":0.9,\"sqlAllowNonFiniteNumbers\":false,"
            + "\"sqlAllowAggregateFunctions\":true,\"sqlAllowSubQuery\":true,\"sqlAllowScalarSubQuery\":true,"
            + "\"allowNewKeywords\":true,\"sqlAllowLike\":true,\"sqlAllowGroupByClause\":true,"
            + "\"maxSpatialQueryCells\":12,\"spatialMaxGeometryPointCount\":256,\"sqlDisableOptimizationFlags\":0,"
            + "\"sqlAllowTop\":true,\"enableSpatialIndexing\":true}";

    /** Clients of direct mode read from half of the replicas; all of them are one, so asking one is enough. */
    private static final int QUORUM_OF_ONE = 2;

    private static final int STALENESS_PREFIX = 100;
    private static final int STALENESS_SECONDS = 5;

    private final String name;
    private final Consistency consistency;

    AccountRoute(String name, Consistency consistency) {
        this.name = name;
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
        JsonArray locations = new JsonArray(List.of(JsonObject.builder()
                .put("name", REGION)
                .put("databaseAccountEndpoint", exchange.request().origin() + "/")
                .build()));
        JsonObject replicas = JsonObject.builder()
                .put("minReplicaSetSize", 1)
                .put("maxReplicasetSize", QUORUM_OF_ONE)
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
}
