package org.mayflydb.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mayflydb.catalog.ContainerJson.body;
import static org.mayflydb.catalog.ContainerJson.created;
import static org.mayflydb.catalog.ContainerJson.object;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;

class ContainerReplaceTest {

    @Test
    void sendingBackWhatWasReadChangesNothing() {
        ContainerProperties current = created("'defaultTtl':5,'uniqueKeyPolicy':{'uniqueKeys':[{'paths':['/a']}]},"
                + "'analyticalStorageTtl':-1,'changeFeedPolicy':{'retentionDuration':5}");
        assertThat(ContainerProperties.replace(current, current.toJson())).isEqualTo(current);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'id':'other','partitionKey':{'paths':['/pk']}}",
                "{'partitionKey':{'paths':['/pk']}}",
                "{'id':'c1','partitionKey':{'paths':['/other']}}",
                "{'id':'c1','partitionKey':{'paths':['/pk'],'version':1}}",
                "{'id':'c1','partitionKey':{'paths':['/pk'],'kind':'MultiHash'}}",
                "{'id':'c1','uniqueKeyPolicy':{'uniqueKeys':[{'paths':['/b']}]}}",
                "{'id':'c1','uniqueKeyPolicy':{}}",
                "{'id':'c1','conflictResolutionPolicy':{'mode':'Custom'}}",
            })
    void whatCannotChangeIsABadRequest(String sent) {
        ContainerProperties current = created("'uniqueKeyPolicy':{'uniqueKeys':[{'paths':['/a']}]}");
        assertThatThrownBy(() -> ContainerProperties.replace(current, object(sent)))
                .isInstanceOf(BadRequestException.class);
    }

    @Test
    void whatCannotChangeIsKeptWhenOmitted() {
        ContainerProperties current = created("'uniqueKeyPolicy':{'uniqueKeys':[{'paths':['/a']}]}");
        assertThat(ContainerProperties.replace(current, object("{'id':'c1'}"))).isEqualTo(current);
    }

    @Test
    void theKindAndVersionOfAKeyMayBeOmitted() {
        ContainerProperties old = ContainerProperties.create(
                object("{'id':'c1','partitionKey':{'paths':['/pk'],'version':1}}"), TimeToLive.NullPolicy.OFF);
        assertThat(ContainerProperties.replace(old, object("{'id':'c1','partitionKey':{'paths':['/pk']}}")))
                .isEqualTo(old);
        ContainerProperties system = ContainerProperties.create(object("{'id':'c1'}"), TimeToLive.NullPolicy.OFF);
        assertThat(ContainerProperties.replace(system, system.toJson())).isEqualTo(system);
    }

    @Test
    void anOmittedIndexingPolicyGoesBackToTheDefault() {
        ContainerProperties current = created("'indexingPolicy':{'indexingMode':'none'}");
        assertThat(ContainerProperties.replace(current, body("")).indexingPolicy())
                .isEqualTo(IndexingPolicy.DEFAULT);
    }

    @Test
    void anOmittedKeptPolicyIsGone() {
        ContainerProperties current = created("'changeFeedPolicy':{'retentionDuration':5}");
        assertThat(ContainerProperties.replace(current, body("")).toJson().has("changeFeedPolicy"))
                .isFalse();
    }

    @Test
    void anOmittedAnalyticalLifetimeIsKept() {
        ContainerProperties current = created("'analyticalStorageTtl':100");
        assertThat(ContainerProperties.replace(current, body("")).analyticalStorageTtlSeconds())
                .isEqualTo(100);
        assertThat(ContainerProperties.replace(current, body("'analyticalStorageTtl':0"))
                        .analyticalStorageTtlSeconds())
                .isZero();
        assertThat(ContainerProperties.replace(created(""), body("")).analyticalStorageTtlSeconds())
                .isNull();
    }

    @Test
    void theGeometryMayChange() {
        assertThat(ContainerProperties.replace(created(""), body("'geospatialConfig':{'type':'geometry'}"))
                        .geospatialType())
                .isEqualTo(GeospatialType.GEOMETRY);
    }
}
