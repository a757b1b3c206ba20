package org.mayflydb.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.ConflictException;
import org.mayflydb.base.FailureCode;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.database.StoreCheck;
import org.mayflydb.json.JsonString;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.Durability;

class UsersTest {
    private final UserCatalog catalog = new UserCatalog();

    @Test
    void userIsShownAsTheServiceShowsIt() {
        UserRecord user = catalog.user("ann");
        String database = catalog.engine.database("db").rid().toString();
        assertThat(user.toJson())
                .isEqualTo(UserCatalog.json("{'id':'ann','_rid':'" + user.rid() + "','_self':'dbs/" + database
                                + "/users/" + user.rid() + "/','_permissions':'permissions/','_ts':1794700800}")
                        .with("_etag", new JsonString(user.etag())));
    }

    @Test
    void usersAreListedById() {
        catalog.user("bob");
        catalog.user("ann");
        assertThat(catalog.userIds()).containsExactly("ann", "bob");
    }

    @Test
    void usersOfTwoDatabasesAreApart() {
        catalog.engine.createDatabase("other");
        catalog.user("ann");
        assertThat(catalog.users().list("other")).isEmpty();
        assertThat(catalog.users().create("other", UserCatalog.named("ann")).id())
                .isEqualTo("ann");
    }

    @Test
    void idIsTakenOnlyOnce() {
        catalog.user("ann");
        assertThatThrownBy(() -> catalog.user("ann")).isInstanceOf(ConflictException.class);
    }

    @Test
    void replacedUserKeepsItsResourceIdAndPermissions() {
        UserRecord created = catalog.user("ann");
        catalog.permission("ann", "p", "dbs/db/colls/c");
        UserRecord replaced = catalog.users().replace("db", "ann", UserCatalog.named("anna"), null);
        assertThat(replaced.rid()).isEqualTo(created.rid());
        assertThat(replaced.etag()).isNotEqualTo(created.etag());
        assertThat(catalog.userIds()).containsExactly("anna");
        assertThat(catalog.permissionIds("anna")).containsExactly("p");
    }

    @Test
    void userCannotTakeTheIdOfAnother() {
        catalog.user("ann");
        catalog.user("bob");
        assertThatThrownBy(() -> catalog.users().replace("db", "bob", UserCatalog.named("ann"), null))
                .isInstanceOf(ConflictException.class);
        assertThat(catalog.userIds()).containsExactly("ann", "bob");
    }

    @Test
    void upsertCreatesAndThenReplaces() {
        Upserted<UserRecord> first = catalog.users().upsert("db", UserCatalog.named("ann"), null);
        Upserted<UserRecord> second = catalog.users().upsert("db", UserCatalog.named("ann"), null);
        assertThat(first.isNew()).isTrue();
        assertThat(second.isNew()).isFalse();
        assertThat(second.resource().rid()).isEqualTo(first.resource().rid());
    }

    @Test
    void userWithWhatAClientEchoesIsAccepted() {
        UserRecord user = catalog.user("ann");
        assertThat(catalog.users().replace("db", "ann", user.toJson(), null).id())
                .isEqualTo("ann");
    }

    @Test
    void bodyThatIsNoUserIsRefused() {
        assertThatThrownBy(() -> catalog.users().create("db", UserCatalog.json("{}")))
                .isInstanceOf(BadRequestException.class);
        assertThatThrownBy(() -> catalog.users().create("db", UserCatalog.json("{'id':'a/b'}")))
                .isInstanceOf(BadRequestException.class);
        assertThatThrownBy(() -> catalog.users().create("db", UserCatalog.json("{'id':'a','role':'x'}")))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("role");
        assertThat(catalog.userIds()).isEmpty();
    }

    @Test
    void missingUserAndMissingDatabaseAreToldApart() {
        assertCode(() -> catalog.users().read("db", "ann"), FailureCode.NOT_FOUND);
        assertCode(() -> catalog.users().delete("db", "ann", null), FailureCode.NOT_FOUND);
        assertCode(() -> catalog.users().read("none", "ann"), FailureCode.OWNER_NOT_FOUND);
        assertCode(() -> catalog.users().list("none"), FailureCode.OWNER_NOT_FOUND);
        assertCode(() -> catalog.users().create("none", UserCatalog.named("ann")), FailureCode.OWNER_NOT_FOUND);
    }

    @Test
    void usersAreThereAfterReopening() {
        UserRecord user = catalog.user("ann");
        catalog.reopen();
        assertThat(catalog.users().read("db", "ann")).isEqualTo(user);
    }

    @Test
    void resourceIdOfADeletedUserIsNotGivenAgain() {
        UserRecord first = catalog.user("ann");
        catalog.users().delete("db", "ann", null);
        catalog.reopen();
        assertThat(catalog.user("ann").rid()).isNotEqualTo(first.rid());
    }

    @Test
    void usersGoWithTheirDatabase() {
        catalog.user("ann");
        catalog.permission("ann", "p", "dbs/db/colls/c");
        catalog.engine.deleteDatabase("db");
        catalog.engine.createDatabase("db");
        assertThat(catalog.userIds()).isEmpty();
        catalog.reopen();
        assertThat(catalog.userIds()).isEmpty();
        assertThat(StoreCheck.run(catalog.store).findings()).isEmpty();
    }

    @Test
    void changeWhoseAnswerWasLostIsFoundByTheNextOne() {
        catalog.loseNextAnswer();
        assertThatThrownBy(() -> catalog.user("ann")).isInstanceOf(UnavailableException.class);
        assertThatThrownBy(() -> catalog.user("ann")).isInstanceOf(ConflictException.class);
        assertThat(catalog.userIds()).containsExactly("ann");
    }

    @Test
    void checkReportsAUserWithoutADatabase() {
        catalog.user("ann");
        DatabaseRecord database = catalog.engine.database("db");
        deleteStored(CatalogKeys.database(database.number()));
        assertThat(StoreCheck.run(catalog.store).findings())
                .singleElement()
                .asString()
                .contains("user");
    }

    @Test
    void checkReportsAUserThatCannotBeRead() {
        UserRecord user = catalog.user("ann");
        putStored(CatalogKeys.user(user.rid()), new byte[] {'{'});
        assertThat(StoreCheck.run(catalog.store).findings())
                .singleElement()
                .asString()
                .contains("user");
    }

    @Test
    void checkReportsAPermissionWithoutAUser() {
        UserRecord user = catalog.user("ann");
        catalog.permission("ann", "p", "dbs/db/colls/c");
        deleteStored(CatalogKeys.user(user.rid()));
        assertThat(StoreCheck.run(catalog.store).findings())
                .singleElement()
                .asString()
                .contains("permission");
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
