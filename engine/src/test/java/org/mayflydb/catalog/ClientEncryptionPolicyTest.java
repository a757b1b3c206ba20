package org.mayflydb.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.FailureCode;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

class ClientEncryptionPolicyTest {
    private static final String POLICY = "{'policyFormatVersion':2,'includedPaths':[" + path("/b", "key") + ","
            + path("/a", "key") + "],'more':{'x':1.0}}";

    private final UserCatalog catalog = new UserCatalog();

    ClientEncryptionPolicyTest() {
        catalog.engine
                .clientEncryptionKeys()
                .create(
                        "db",
                        UserCatalog.json("{'id':'key','encryptionAlgorithm':'a','wrappedDataEncryptionKey':'AQID',"
                                + "'keyWrapMetadata':{}}"));
    }

    private static String path(String path, String key) {
        return "{'path':'" + path + "','clientEncryptionKeyId':'" + key + "','encryptionType':'Deterministic',"
                + "'encryptionAlgorithm':'AEAD_AES_256_CBC_HMAC_SHA256'}";
    }

    private static JsonObject body(String more) {
        return UserCatalog.json("{'id':'c','partitionKey':{'paths':['/pk'],'kind':'Hash'}" + more + "}");
    }

    private static JsonObject withPolicy(String policy) {
        return body(",'clientEncryptionPolicy':" + policy);
    }

    private ContainerRecord create(JsonObject body) {
        return catalog.engine.createContainer("db", body, null);
    }

    private ContainerRecord replace(JsonObject body) {
        return catalog.engine.replaceContainer("db", "c", body);
    }

    @Test
    void policyIsKeptAsItWasSent() {
        create(withPolicy(POLICY));
        catalog.reopen();
        JsonValue policy = catalog.engine.container("db", "c").toJson().get("clientEncryptionPolicy");
        assertThat(policy).hasToString(POLICY.replace('\'', '"'));
    }

    @Test
    void everyKeyOfThePolicyMustExist() {
        assertThatThrownBy(() -> create(withPolicy("{'includedPaths':[" + path("/a", "key") + ","
                        + path("/", "unknownKey") + "],'policyFormatVersion':1}")))
                .isInstanceOf(BadRequestException.class)
                .hasMessage("ClientEncryptionKey with id '[unknownKey]' does not exist.");
        assertThat(catalog.engine.containers("db")).isEmpty();
    }

    @Test
    void keyOfAnotherDatabaseDoesNotCount() {
        catalog.engine.createDatabase("other");
        assertThatThrownBy(() -> catalog.engine.createContainer("other", withPolicy(POLICY), null))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("'[key]' does not exist");
    }

    @Test
    void pathWithoutAKeyIsRefused() {
        assertThatThrownBy(() -> create(withPolicy("{'includedPaths':[{'path':'/a'}]}")))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("clientEncryptionKeyId");
    }

    @Test
    void containerWithThePolicyCanBeChangedInOtherWays() {
        create(withPolicy(POLICY));
        ContainerRecord replaced = replace(body(",'defaultTtl':5,'clientEncryptionPolicy':" + POLICY));
        assertThat(replaced.properties().defaultTtlSeconds()).isEqualTo(5);
        assertThat(ClientEncryptionPolicy.isIn(replaced.properties())).isTrue();
    }

    @Test
    void policyIsNeitherChangedNorRemoved() {
        create(withPolicy(POLICY));
        assertUnchangeable(body(""));
        assertUnchangeable(body(",'clientEncryptionPolicy':null"));
        assertUnchangeable(withPolicy(POLICY.replace("Version':2", "Version':1")));
    }

    @Test
    void policyIsNotAddedLater() {
        create(body(""));
        assertUnchangeable(withPolicy(POLICY));
        replace(body(",'clientEncryptionPolicy':null"));
    }

    private void assertUnchangeable(JsonObject body) {
        assertThatThrownBy(() -> replace(body))
                .isInstanceOfSatisfying(
                        BadRequestException.class,
                        failure -> assertThat(failure.code()).isEqualTo(FailureCode.BAD_REQUEST))
                .hasMessage("'clientEncryptionPolicy' cannot be changed as part of collection replace operation.");
    }
}
