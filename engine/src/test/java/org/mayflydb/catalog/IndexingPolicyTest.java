package org.mayflydb.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonValue;

class IndexingPolicyTest {

    private static final String DEFAULT_JSON = "{'indexingMode':'consistent','automatic':true,"
            + "'includedPaths':[{'path':'/*'}],'excludedPaths':[{'path':'/\\\"_etag\\\"/?'}]}";

    @Test
    void theDefaultIsWrittenOut() {
        assertThat(IndexingPolicy.DEFAULT.toJson()).hasToString(json(DEFAULT_JSON));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'indexingMode':'Consistent'}",
                "{'includedPaths':[],'excludedPaths':[]}",
                "{'automatic':true,'indexingMode':'Consistent','includedPaths':[{'path':'/*'}],'excludedPaths':[]}",
                "{'includedPaths':[{'path':'/*','indexes':[]}]}",
                "{'compositeIndexes':[],'spatialIndexes':[],'vectorIndexes':null}",
            })
    void whatSaysNothingSpecialIsTheDefault(String sent) {
        assertThat(policy(sent)).isEqualTo(IndexingPolicy.DEFAULT);
    }

    @Test
    void theEtagIsExcludedUnlessThePolicyNamesIt() {
        assertThat(policy("{'includedPaths':[{'path':'/*'}],'excludedPaths':[{'path':'/a/?'}]}")
                        .excludedPaths())
                .containsExactly(IndexPath.parse("/a/?"), IndexPath.ETAG);
        assertThat(policy("{'includedPaths':[{'path':'/*'}],'excludedPaths':[{'path':'/_etag/?'}]}")
                        .excludedPaths())
                .containsExactly(IndexPath.parse("/_etag/?"));
        assertThat(policy("{'includedPaths':[{'path':'/*'},{'path':'/_etag/?'}]}")
                        .excludedPaths())
                .isEmpty();
    }

    @Test
    void theRootMayBeExcluded() {
        IndexingPolicy policy = policy("{'includedPaths':[],'excludedPaths':[{'path':'/*'}]}");
        assertThat(policy.includedPaths()).isEmpty();
        assertThat(policy.excludedPaths()).containsExactly(IndexPath.ROOT, IndexPath.ETAG);
    }

    @Test
    void modeNoneLeavesNothing() {
        assertThat(policy("{'indexingMode':'None','automatic':true,'includedPaths':[{'path':'/*'}]}"))
                .isEqualTo(IndexingPolicy.NONE);
        assertThat(IndexingPolicy.NONE.toJson())
                .hasToString(json("{'indexingMode':'none','automatic':false,'includedPaths':[],'excludedPaths':[]}"));
    }

    @Test
    void lazyIndexingIsKept() {
        IndexingPolicy policy = policy("{'indexingMode':'Lazy'}");
        assertThat(policy.mode()).isEqualTo(IndexingPolicy.Mode.LAZY);
        assertThat(policy.toJson()).hasToString(json(DEFAULT_JSON.replace("consistent", "lazy")));
    }

    @Test
    void kindsOfIndexOfAPathAreKept() {
        String sent = "{'path':'/','indexes':[{'kind':'Hash','dataType':'String','precision':3},"
                + "{'kind':'Range','dataType':'Number'}]}";
        IndexingPolicy policy = policy("{'includedPaths':[" + sent + "]}");
        assertThat(policy.toJson()).hasToString(json(DEFAULT_JSON.replace("{'path':'/*'}", sent)));
        assertThat(IndexingPolicy.fromJson(policy.toJson())).isEqualTo(policy);
    }

    @Test
    void aSpatialIndexWithOneTypeHasAllTypes() {
        assertThat(policy("{'spatialIndexes':[{'path':'/p/*','types':['Polygon']}]}")
                        .spatialIndexes()
                        .get(0))
                .hasToString(json("{'path':'/p/*','types':['Polygon','Point','LineString','MultiPolygon']}"));
    }

    @Test
    void severalTypesOfASpatialIndexAreKept() {
        String sent = "{'path':'/p/*','types':['Polygon','Point']}";
        assertThat(policy("{'spatialIndexes':[" + sent + "]}").spatialIndexes().get(0))
                .hasToString(json(sent));
    }

    @Test
    void specialIndexesAreKept() {
        String indexes =
                "'compositeIndexes':[[{'path':'/a','order':'ascending'},{'path':'/b/c','order':'descending'}]],"
                        + "'spatialIndexes':[{'path':'/p/*','types':['Point','LineString','Polygon','MultiPolygon']}],"
                        + "'vectorIndexes':[{'path':'/v','type':'diskANN','quantizationByteSize':64,'indexingSearchListSize':100,"
                        + "'vectorIndexShardKeys':['/t']}],"
                        + "'fullTextIndexes':[{'path':'/t'}]";
        IndexingPolicy policy = policy("{" + indexes + "}");
        String expected = DEFAULT_JSON.substring(0, DEFAULT_JSON.length() - 1) + "," + indexes + "}";
        assertThat(policy.toJson()).hasToString(json(expected));
        assertThat(IndexingPolicy.fromJson(policy.toJson())).isEqualTo(policy);
    }

    @Test
    void theOrderOfACompositePathIsAscendingUnlessSaidOtherwise() {
        assertThat(policy("{'compositeIndexes':[[{'path':'/a'},{'path':'/b','order':'Descending'}]]}")
                        .compositeIndexes()
                        .get(0))
                .extracting(CompositePath::order)
                .containsExactly(CompositePath.Order.ASCENDING, CompositePath.Order.DESCENDING);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "'consistent'",
                "{'indexingMode':'eager'}",
                "{'indexingMode':1}",
                "{'automatic':'yes'}",
                "{'includedPaths':{}}",
                "{'includedPaths':['/*']}",
                "{'includedPaths':[{}]}",
                "{'includedPaths':[{'path':1}]}",
                "{'includedPaths':[{'path':'/a'}]}",
                "{'includedPaths':[{'path':'/*','order':1}]}",
                "{'includedPaths':[{'path':'/a/?'}]}",
                "{'includedPaths':[{'path':'/*','indexes':['Range']}]}",
                "{'includedPaths':[{'path':'/*','indexes':[{'kind':'Tree','dataType':'Number'}]}]}",
                "{'includedPaths':[{'path':'/*','indexes':[{'kind':'Range','dataType':'Date'}]}]}",
                "{'includedPaths':[{'path':'/*','indexes':[{'kind':'Range','precision':'high'}]}]}",
                "{'includedPaths':[{'path':'/*','indexes':[{'kind':'Range','order':1}]}]}",
                "{'includedPaths':[{'path':'/'}],'excludedPaths':[{'path':'/*'}]}",
                "{'excludedPaths':[{'path':'/a/*'}]}",
                "{'includedPaths':[{'path':'/*'}],'excludedPaths':[{'path':'/*'}]}",
                "{'unknown':1}",
                "{'compositeIndexes':[{}]}",
                "{'compositeIndexes':[[]]}",
                "{'compositeIndexes':[[{'path':'/a'}]]}",
                "{'compositeIndexes':[[{'path':'/a'},{'path':'/a'}]]}",
                "{'compositeIndexes':[[{'path':'/a'},{'path':'/b/?'}]]}",
                "{'compositeIndexes':[[{'path':'/a'},{'path':'/b','order':'up'}]]}",
                "{'spatialIndexes':[{'path':'/p/*','types':['Circle']}]}",
                "{'spatialIndexes':[{'path':'/p','types':[]}]}",
                "{'vectorIndexes':[{'path':'/v'}]}",
                "{'fullTextIndexes':{}}",
            })
    void otherPoliciesAreABadRequest(String sent) {
        assertThatThrownBy(() -> policy(sent))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("invalid");
    }

    private static IndexingPolicy policy(String singleQuoted) {
        return IndexingPolicy.fromJson(JsonValue.parse(json(singleQuoted)));
    }

    private static String json(String singleQuoted) {
        return singleQuoted.replace('\'', '"');
    }
}
