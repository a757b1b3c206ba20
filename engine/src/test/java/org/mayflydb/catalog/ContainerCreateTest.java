package org.mayflydb.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mayflydb.catalog.ContainerJson.created;
import static org.mayflydb.catalog.ContainerJson.object;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.key.PartitionKeyDefinition;

class ContainerCreateTest {

    private static final String DEFAULTS = "{'id':'c1',"
            + "'indexingPolicy':{'indexingMode':'consistent','automatic':true,"
            + "'includedPaths':[{'path':'/*'}],'excludedPaths':[{'path':'/\\\"_etag\\\"/?'}]},"
            + "'partitionKey':{'paths':['/pk'],'kind':'Hash'},"
            + "'uniqueKeyPolicy':{'uniqueKeys':[]},"
            + "'conflictResolutionPolicy':{'mode':'LastWriterWins','conflictResolutionPath':'/_ts',"
            + "'conflictResolutionProcedure':''},"
            + "'geospatialConfig':{'type':'Geography'}}";

    @Test
    void omittedPoliciesAreWrittenOut() {
        assertThat(create("{'id':'c1','partitionKey':{'paths':['/pk']}}").toJson())
                .hasToString(DEFAULTS.replace('\'', '"'));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'id':'c1','defaultTtl':-1,'partitionKey':{'kind':'Hash','paths':['/pk']},'indexingPolicy':"
                        + "{'automatic':true,'indexingMode':'Consistent','includedPaths':[{'path':'/*'}],"
                        + "'excludedPaths':[]},'uniqueKeyPolicy':{}}",
                "{'id':'h1','partitionKey':{'kind':'MultiHash','paths':['/a','/b'],'version':'V2'}}",
                "{'id':'c1'}",
                "{'id':'c1','schemaPolicy':{'defaultRowSchemaName':'r'}}",
                "{'id':'c1','partitionKey':{'paths':['/pk'],'version':1},'defaultTtl':5,'ttlPropertyPath':'/created',"
                        + "'analyticalStorageTtl':0,'geospatialConfig':{'type':'Geometry'},"
                        + "'conflictResolutionPolicy':{'mode':'custom','conflictResolutionProcedure':'p'},"
                        + "'computedProperties':[{'name':'n','query':'SELECT VALUE LOWER(c.x) FROM c'}],"
                        + "'changeFeedPolicy':{'retentionDuration':10},"
                        + "'vectorEmbeddingPolicy':{'vectorEmbeddings':[{'path':'/v','dataType':'float32',"
                        + "'distanceFunction':'cosine','dimensions':3}]},"
                        + "'fullTextPolicy':{'defaultLanguage':'en-US','fullTextPaths':[{'path':'/t','language':'en-US'}]},"
                        + "'clientEncryptionPolicy':{'includedPaths':[{'path':'/s'}],'policyFormatVersion':2}}",
            })
    void whatWasAcceptedReadsBackAsItself(String sent) {
        ContainerProperties properties = create(sent);
        assertThat(ContainerProperties.create(properties.toJson(), TimeToLive.NullPolicy.REJECT_ON_CREATE))
                .isEqualTo(properties);
    }

    @Test
    void withoutAPartitionKeyTheServerSuppliesOne() {
        ContainerProperties properties = create("{'id':'c1'}");
        assertThat(properties.partitionKey()).isEqualTo(PartitionKeyDefinition.SYSTEM);
        assertThat(properties.toJson().get("partitionKey"))
                .hasToString("{\"paths\":[\"/_partitionKey\"],\"kind\":\"Hash\",\"systemKey\":true}");
    }

    @Test
    void systemPropertiesThatClientsEchoAreDropped() {
        assertThat(created("'_rid':'x','_ts':1,'_self':'s','_etag':'e','_docs':'docs/','_sprocs':'sprocs/',"
                                + "'_triggers':'triggers/','_udfs':'udfs/','_conflicts':'conflicts/'")
                        .toJson())
                .hasToString(DEFAULTS.replace("'kind':'Hash'", "'kind':'Hash','version':2")
                        .replace('\'', '"'));
    }

    @Test
    void aSchemaPolicyThatIsNullIsNone() {
        assertThat(created("'schemaPolicy':null").toJson().get("schemaPolicy")).isNull();
    }

    @Test
    void unknownMembersAreRefusedByName() {
        assertThatThrownBy(() -> created("'defaultTTL':5"))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("'defaultTTL'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"materializedViewDefinition", "globalSecondaryIndexDefinition"})
    void materializedViewsAreNotSupported(String name) {
        assertThatThrownBy(() -> created("'" + name + "':{}"))
                .isInstanceOf(BadRequestException.class)
                .hasMessage("'" + name + "' is not supported.");
    }

    @Test
    void keptPoliciesComeBackAsTheyWereSent() {
        String policy = "{'vectorEmbeddings':[{'path':'/v','dataType':'float32','distanceFunction':'cosine',"
                + "'dimensions':3,'more':{}}]}";
        assertThat(created("'vectorEmbeddingPolicy':" + policy).toJson().get("vectorEmbeddingPolicy"))
                .hasToString(policy.replace('\'', '"'));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'id':1}",
                "{'id':''}",
                "{'id':'a/b'}",
                "{'id':'c','partitionKey':'/pk'}",
                "{'id':'c','indexingPolicy':[]}",
                "{'id':'c','uniqueKeyPolicy':[]}",
                "{'id':'c','conflictResolutionPolicy':{'mode':'Random'}}",
                "{'id':'c','geospatialConfig':{'type':'Flat'}}",
                "{'id':'c','analyticalStorageTtl':-2}",
                "{'id':'c','analyticalStorageTtl':'0'}",
                "{'id':'c','computedProperties':{}}",
                "{'id':'c','computedProperties':[{'name':'n'}]}",
                "{'id':'c','vectorEmbeddingPolicy':{'vectorEmbeddings':[{}]}}",
                "{'id':'c','fullTextPolicy':{'fullTextPaths':[{}]}}",
                "{'id':'c','changeFeedPolicy':{'retentionDuration':-1}}",
                "{'id':'c','clientEncryptionPolicy':[]}",
            })
    void malformedBodiesAreABadRequest(String sent) {
        assertThatThrownBy(() -> create(sent)).isInstanceOf(BadRequestException.class);
    }

    private static ContainerProperties create(String singleQuoted) {
        return ContainerProperties.create(object(singleQuoted), TimeToLive.NullPolicy.OFF);
    }
}
