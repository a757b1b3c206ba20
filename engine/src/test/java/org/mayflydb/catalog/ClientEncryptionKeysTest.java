package org.mayflydb.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.FailureCode;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.database.StoreCheck;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.Durability;

class ClientEncryptionKeysTest {
    private final UserCatalog catalog = new UserCatalog();

    private ClientEncryptionKeys keys() {
        return catalog.engine.clientEncryptionKeys();
    }

    private ClientEncryptionKey create(String id) {
        return keys().create("db", body(id, "AQID"));
    }

    private ClientEncryptionKey read(String id) {
        ClientEncryptionKey found = keys().find("db", id);
        if (found == null) {
            throw new AssertionError("there is no key " + id);
        }
        return found;
    }

    private static JsonObject body(String id, String wrapped) {
        return UserCatalog.json("{'id':'" + id + "','encryptionAlgorithm':'AEAD_AES_256_CBC_HMAC_SHA256',"
                + "'wrappedDataEncryptionKey':'" + wrapped + "',"
                + "'keyWrapMetadata':{'type':'custom','name':'n','value':'v','algorithm':null},'more':[1.0]}");
    }

    @Test
    void keyIsShownWithWhatWasSent() {
        ClientEncryptionKey key = create("k");
        String database = catalog.engine.database("db").rid().toString();
        JsonObject shown = body("k", "AQID")
                .with("_rid", new JsonString(key.rid().toString()))
                .with("_self", new JsonString("dbs/" + database + "/clientencryptionkeys/" + key.rid() + "/"))
                .with("_etag", new JsonString(key.etag()));
        assertThat(key.toJson().without("_ts").without("_cts")).isEqualTo(shown);
        assertThat(key.toJson().get("_cts")).hasToString("1794700800");
    }

    @Test
    void whatAClientEchoesIsOverwritten() {
        JsonObject echoed = body("k", "AQID").with("_rid", new JsonString("x")).with("_cts", new JsonString("x"));
        assertThat(keys().create("db", echoed).properties()).isEqualTo(body("k", "AQID"));
    }

    @Test
    void replacedKeyKeepsItsResourceIdAndWhenItWasCreated() {
        ClientEncryptionKey created = create("k");
        catalog.clock.advance(Duration.ofSeconds(5));
        ClientEncryptionKey replaced = keys().replace("db", "k", body("k", "BAUG"), created.etag());
        assertThat(replaced.rid()).isEqualTo(created.rid());
        assertThat(replaced.created()).isEqualTo(created.created());
        assertThat(replaced.timestamp()).isEqualTo(created.timestamp() + 5);
        assertThat(replaced.etag()).isNotEqualTo(created.etag());
        assertThat(read("k")).isEqualTo(replaced);
    }

    @Test
    void replacingAnOlderVersionIsRefused() {
        ClientEncryptionKey created = create("k");
        keys().replace("db", "k", body("k", "BAUG"), null);
        assertCode(() -> keys().replace("db", "k", body("k", "AAAA"), created.etag()), FailureCode.PRECONDITION_FAILED);
        assertThat(read("k").properties()).isEqualTo(body("k", "BAUG"));
    }

    @Test
    void idOfAKeyCannotBeChanged() {
        create("k");
        assertCode(() -> keys().replace("db", "k", body("other", "AQID"), null), FailureCode.BAD_REQUEST);
    }

    @Test
    void idIsTakenOnlyOnce() {
        create("k");
        assertThatThrownBy(() -> create("k"))
                .hasMessage("Resource with specified id, name, or unique index already exists.");
    }

    @Test
    void keysOfTwoDatabasesAreApart() {
        catalog.engine.createDatabase("other");
        create("k");
        assertThat(keys().list("other")).isEmpty();
        assertThat(keys().find("other", "k")).isNull();
    }

    @Test
    void bodyThatIsNoKeyIsRefused() {
        for (String member :
                new String[] {"id", "encryptionAlgorithm", "wrappedDataEncryptionKey", "keyWrapMetadata"}) {
            assertCode(() -> keys().create("db", body("k", "AQID").without(member)), FailureCode.BAD_REQUEST);
        }
        assertCode(() -> keys().create("db", body("a/b", "AQID")), FailureCode.BAD_REQUEST);
        assertThat(keys().list("db")).isEmpty();
    }

    @Test
    void keyIsLimitedInSize() {
        int others = body("k", "").toBytes().length;
        String largest = "A".repeat(ClientEncryptionKeys.BYTES_MAX - others);
        keys().create("db", body("k", largest));
        assertCode(() -> keys().create("db", body("l", largest + "A")), FailureCode.TOO_LARGE);
    }

    @Test
    void keysOfADatabaseAreLimitedInNumber() {
        for (int i = 0; i < ClientEncryptionKeys.PER_DATABASE_MAX; i++) {
            create("k" + i);
        }
        assertCode(() -> create("k"), FailureCode.FORBIDDEN);
        keys().replace("db", "k0", body("k0", "BAUG"), null);
    }

    @Test
    void missingKeyAndMissingDatabaseAreToldApart() {
        assertThat(keys().find("db", "k")).isNull();
        assertCode(() -> keys().replace("db", "k", body("k", "AQID"), null), FailureCode.NOT_FOUND);
        assertCode(() -> keys().find("none", "k"), FailureCode.OWNER_NOT_FOUND);
        assertCode(() -> keys().list("none"), FailureCode.OWNER_NOT_FOUND);
        assertCode(() -> keys().create("none", body("k", "AQID")), FailureCode.OWNER_NOT_FOUND);
    }

    @Test
    void keysAreThereAfterReopening() {
        ClientEncryptionKey key = create("k");
        catalog.engine.createContainer(
                "db", UserCatalog.json("{'id':'c','partitionKey':{'paths':['/pk'],'kind':'Hash'}}"), null);
        catalog.reopen();
        assertThat(keys().list("db")).containsExactly(key);
        assertThat(StoreCheck.run(catalog.store).findings()).isEmpty();
    }

    @Test
    void keysGoWithTheirDatabase() {
        create("k");
        catalog.engine.deleteDatabase("db");
        catalog.engine.createDatabase("db");
        assertThat(keys().list("db")).isEmpty();
        catalog.reopen();
        assertThat(keys().list("db")).isEmpty();
        assertThat(StoreCheck.run(catalog.store).findings()).isEmpty();
    }

    @Test
    void changeWhoseAnswerWasLostIsFoundByTheNextOne() {
        catalog.loseNextAnswer();
        assertThatThrownBy(() -> create("k")).isInstanceOf(UnavailableException.class);
        assertCode(() -> create("k"), FailureCode.CONFLICT);
        assertThat(keys().list("db")).hasSize(1);
    }

    @Test
    void checkReportsAKeyWithoutADatabase() {
        create("k");
        deleteStored(CatalogKeys.database(catalog.engine.database("db").number()));
        assertCheckFinds("client encryption key");
    }

    @Test
    void checkReportsAKeyThatCannotBeRead() {
        putStored(CatalogKeys.clientEncryptionKey(create("k").rid()), new byte[] {'{', '}'});
        assertCheckFinds("client encryption key");
    }

    private void assertCheckFinds(String text) {
        assertThat(StoreCheck.run(catalog.store).findings())
                .singleElement()
                .asString()
                .contains(text);
    }

    private void putStored(byte[] key, byte[] value) {
        Commit commit = new Commit(Durability.SYNCED);
        commit.put(key, value);
        catalog.store.partition(0).commit(commit);
    }

    private void deleteStored(byte[] key) {
        Commit commit = new Commit(Durability.SYNCED);
        commit.delete(key);
        catalog.store.partition(0).commit(commit);
    }

    private static void assertCode(ThrowingCallable call, FailureCode code) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        MayflyException.class,
                        failure -> assertThat(failure.code()).isEqualTo(code));
    }
}
