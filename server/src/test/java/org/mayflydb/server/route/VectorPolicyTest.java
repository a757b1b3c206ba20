package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest.Verb;

/** The vector policy of a container decides how distances are measured and sorted; quotation marks are single ones here. */
class VectorPolicyTest {
    private static final String DOCS = "/dbs/db/colls/c/docs";
    private static final String DISTANCE = "VectorDistance(c.v, [1, 0])";

    private final Client client = new Client();

    @AfterEach
    void close() {
        client.close();
    }

    /** By the angle to [1, 0] "far" is nearest, by the straight line "near" is, by the product "long" is. */
    private void createContainer(String distanceFunction) {
        client.post("/dbs", "{\"id\":\"db\"}").expect(201);
        String container = "{'id':'c','partitionKey':{'paths':['/id'],'kind':'Hash','version':2},"
                + "'vectorEmbeddingPolicy':{'vectorEmbeddings':[{'path':'/v','dataType':'float32','dimensions':2,"
                + "'distanceFunction':'" + distanceFunction + "'}]}}";
        client.send(
                        Verb.POST,
                        "/dbs/db/colls",
                        container.replace('\'', '"'),
                        Map.of(WireHeaders.OFFER_THROUGHPUT, "24000"))
                .expect(201);
        create("far", "[5, 0]");
        create("near", "[0.9, 0.3]");
        create("long", "[9, 9]");
        create("short", "[1]");
        create("none", "'x'");
    }

    private void create(String id, String vector) {
        client.send(
                        Verb.POST,
                        DOCS,
                        ("{'id':'" + id + "','v':" + vector + "}").replace('\'', '"'),
                        Map.of(WireHeaders.PARTITION_KEY, "[\"" + id + "\"]"))
                .expect(201);
    }

    private String rows(String sql) {
        String text = client.query(DOCS, sql).expect(200).text();
        return text.substring(text.indexOf("\"Documents\":") + 12, text.lastIndexOf(",\"_count\""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cosine     | far  | Descending",
                "dotproduct | long | Descending",
                "euclidean  | near | Ascending",
                "Euclidean  | near | Ascending"
            })
    void thePolicyDecidesWhatIsNearestAndInWhichDirectionClientsSort(
            String function, String nearest, String direction) {
        createContainer(function);
        String sql = "SELECT TOP 1 VALUE c.id FROM c ORDER BY " + DISTANCE;
        assertThat(rows(sql)).isEqualTo("[\"" + nearest + "\"]");
        assertThat(plan(sql)).contains("\"orderBy\":[\"" + direction + "\"]");
    }

    private String plan(String sql) {
        return client.send(
                        Verb.POST,
                        DOCS,
                        "{\"query\":\"" + sql + "\"}",
                        Map.of(
                                "x-ms-cosmos-is-query-plan-request",
                                "True",
                                WireHeaders.SUPPORTED_QUERY_FEATURES,
                                "OrderBy, NonStreamingOrderBy, Top"))
                .expect(200)
                .text();
    }

    @Test
    void anOptionOfTheCallWinsOverThePolicy() {
        createContainer("euclidean");
        String sql = "SELECT TOP 1 VALUE c.id FROM c ORDER BY "
                + "VectorDistance(c.v, [1, 0], false, {'distanceFunction': 'DotProduct'})";
        assertThat(rows(sql)).isEqualTo("[\"long\"]");
        assertThat(plan(sql)).contains("\"orderBy\":[\"Descending\"]");
    }

    @Test
    void itemsWithoutADistanceComeLast() {
        createContainer("euclidean");
        assertThat(rows("SELECT TOP 3 VALUE c.id FROM c ORDER BY " + DISTANCE))
                .isEqualTo("[\"near\",\"far\",\"long\"]");
    }

    @Test
    void withoutAPolicyUndefinedIsTheSmallestDistance() {
        createContainer("cosine");
        String sql = "SELECT TOP 4 VALUE c.id FROM c WHERE c.id != 'none' ORDER BY "
                + "VectorDistance([c.v[0], c.v[1]], [1, 0], false, {'distanceFunction': 'Euclidean'})";
        assertThat(rows(sql)).isEqualTo("[\"short\",\"near\",\"far\",\"long\"]");
    }

    @Test
    void aVectorOfAnotherLengthIsStoredAndHasNoDistance() {
        createContainer("euclidean");
        assertThat(rows("SELECT VALUE VectorDistance(c.v, [1]) FROM c")).isEqualTo("[]");
        assertThat(rows("SELECT VALUE c.id FROM c WHERE IS_DEFINED(" + DISTANCE + ") ORDER BY c.id"))
                .isEqualTo("[\"far\",\"long\",\"near\"]");
    }

    @Test
    void distancesInSelectAndWhereAreThoseOfThePolicy() {
        createContainer("euclidean");
        assertThat(rows("SELECT VALUE " + DISTANCE + " FROM c WHERE c.id = 'far'"))
                .isEqualTo("[4]");
        assertThat(rows("SELECT VALUE c.id FROM c WHERE " + DISTANCE + " < 1")).isEqualTo("[\"near\"]");
        assertThat(rows("SELECT VALUE " + DISTANCE.replace("c.v", "x") + " FROM (SELECT VALUE c.v FROM c "
                        + "WHERE c.id = 'far') AS x"))
                .isEqualTo("[1]");
    }
}
