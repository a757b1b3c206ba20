package org.mayflydb.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mayflydb.catalog.ContainerJson.body;
import static org.mayflydb.catalog.ContainerJson.created;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.key.DocumentPath;

class ContainerTtlTest {

    private static final String NO_INDEX = "'indexingPolicy':{'indexingMode':'none'}";
    private static final String NO_INDEX_COMPLAINT =
            "Indexing mode value cannot be 'none' when 'defaultTtl' is specified in the collection";

    @Test
    void timeToLiveIsOffUnlessAskedFor() {
        assertThat(created("").defaultTtlSeconds()).isNull();
        assertThat(created("").toJson().has("defaultTtl")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"5,5", "-1,-1", "2147483647,2147483647", "60.0,60"})
    void anAcceptedDefaultIsEchoedAsAWholeNumber(String sent, int seconds) {
        ContainerProperties properties = created("'defaultTtl':" + sent);
        assertThat(properties.defaultTtlSeconds()).isEqualTo(seconds);
        assertThat(properties.toJson().get("defaultTtl")).hasToString(Integer.toString(seconds));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-10", "2147483648", "\"60\"", "true", "5.5", "[]", "{}"})
    void otherDefaultsAreRefusedInTheWordsOfTheService(String sent) {
        String complaint = "The input ttl '" + sent + "' is invalid. ";
        assertThatThrownBy(() -> created("'defaultTtl':" + sent))
                .isInstanceOf(BadRequestException.class)
                .hasMessageStartingWith(complaint);
        assertThatThrownBy(() -> ContainerProperties.replace(created(""), body("'defaultTtl':" + sent)))
                .isInstanceOf(BadRequestException.class)
                .hasMessageStartingWith(complaint);
    }

    @Test
    void aNullDefaultInACreateIsOff() {
        assertThat(created("'defaultTtl':null").defaultTtlSeconds()).isNull();
    }

    @Test
    void aNullDefaultInACreateCanBeRefused() {
        assertThatThrownBy(() ->
                        ContainerProperties.create(body("'defaultTtl':null"), TimeToLive.NullPolicy.REJECT_ON_CREATE))
                .isInstanceOf(BadRequestException.class)
                .hasMessageStartingWith("The input ttl 'null' is invalid. ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "'defaultTtl':null"})
    void aReplaceThatOmitsOrNullsTheDefaultSwitchesItOff(String members) {
        ContainerProperties replaced = ContainerProperties.replace(created("'defaultTtl':5"), body(members));
        assertThat(replaced.defaultTtlSeconds()).isNull();
    }

    @Test
    void indexingModeNoneRefusesADefaultInACreate() {
        for (int seconds : new int[] {-1, 60}) {
            assertThatThrownBy(() -> created(NO_INDEX + ",'defaultTtl':" + seconds))
                    .isInstanceOf(BadRequestException.class)
                    .hasMessage(NO_INDEX_COMPLAINT);
        }
    }

    @Test
    void aReplaceCannotTakeTheIndexFromAContainerWithADefault() {
        assertThatThrownBy(() ->
                        ContainerProperties.replace(created("'defaultTtl':60"), body(NO_INDEX + ",'defaultTtl':60")))
                .isInstanceOf(BadRequestException.class)
                .hasMessage(NO_INDEX_COMPLAINT);
    }

    @Test
    void aReplaceCannotGiveADefaultToAContainerWithoutIndex() {
        assertThatThrownBy(() -> ContainerProperties.replace(created(NO_INDEX), body(NO_INDEX + ",'defaultTtl':60")))
                .isInstanceOf(BadRequestException.class)
                .hasMessage(NO_INDEX_COMPLAINT);
    }

    @Test
    void aDefaultDoesNotNeedAnyIndexedPath() {
        ContainerProperties properties =
                created("'defaultTtl':60,'indexingPolicy':{'indexingMode':'consistent','includedPaths':[],"
                        + "'excludedPaths':[{'path':'/*'},{'path':'/_ts/?'},{'path':'/ttl/?'}]}");
        assertThat(properties.defaultTtlSeconds()).isEqualTo(60);
    }

    @Test
    void lazyIndexingAllowsADefault() {
        ContainerProperties properties = created("'defaultTtl':60,'indexingPolicy':{'indexingMode':'Lazy'}");
        assertThat(properties.indexingPolicy().mode()).isEqualTo(IndexingPolicy.Mode.LAZY);
    }

    @Test
    void aPropertyPathNeedsADefault() {
        assertThatThrownBy(() -> created("'ttlPropertyPath':'/creationDate'"))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("ttlPropertyPath");
    }

    @Test
    void aPropertyPathWithADefaultIsEchoed() {
        ContainerProperties properties = created("'ttlPropertyPath':'/creationDate','defaultTtl':10");
        assertThat(properties.ttlPropertyPath()).isEqualTo(DocumentPath.parse("/creationDate"));
        assertThat(properties.toJson().get("ttlPropertyPath")).hasToString("\"/creationDate\"");
    }

    @Test
    void aPropertyPathCanBeRemovedAndAddedBack() {
        ContainerProperties with = created("'ttlPropertyPath':'/creationDate','defaultTtl':10");
        ContainerProperties without = ContainerProperties.replace(with, body("'defaultTtl':10"));
        assertThat(without.ttlPropertyPath()).isNull();
        assertThat(ContainerProperties.replace(without, with.toJson())).isEqualTo(with);
    }

    @Test
    void aReplaceThatOnlyChangesTheDefaultChangesNothingElse() {
        ContainerProperties before = created("'defaultTtl':5");
        ContainerProperties after = ContainerProperties.replace(before, body("'defaultTtl':-1"));
        assertThat(after.toJson().without("defaultTtl"))
                .isEqualTo(before.toJson().without("defaultTtl"));
        assertThat(after.defaultTtlSeconds()).isEqualTo(TimeToLive.FOREVER);
    }

    @Test
    void theContainersOfClientThrottlingAreAccepted() {
        ContainerProperties properties = ContainerProperties.create(
                ContainerJson.object(
                        "{'id':'ThroughputControl','partitionKey':{'paths':['/groupId']},'defaultTtl':-1}"),
                TimeToLive.NullPolicy.REJECT_ON_CREATE);
        assertThat(properties.defaultTtlSeconds()).isEqualTo(TimeToLive.FOREVER);
    }
}
