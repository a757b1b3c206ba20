package org.mayflydb.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.ConflictException;
import org.mayflydb.base.FailureCode;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.database.StoreCheck;
import org.mayflydb.json.JsonString;
import org.mayflydb.key.PartitionKey;

class PermissionsTest {
    private static final String CONTAINER = "dbs/db/colls/c";

    private final UserCatalog catalog = new UserCatalog();

    @BeforeEach
    void addUser() {
        catalog.user("ann");
    }

    @Test
    void permissionIsShownAsTheServiceShowsIt() {
        PermissionRecord permission = create("{'id':'p','permissionMode':'Read','resource':'dbs/db/colls/c/',"
                + "'resourcePartitionKey':['k',5.0]}");
        UserRecord user = catalog.users().read("db", "ann");
        assertThat(permission.toJson())
                .isEqualTo(UserCatalog.json("{'id':'p','permissionMode':'Read','resource':'dbs/db/colls/c/',"
                                + "'resourcePartitionKey':['k',5],'_rid':'" + permission.rid() + "','_self':'"
                                + user.self() + "permissions/" + permission.rid() + "/','_ts':1794700800}")
                        .with("_etag", new JsonString(permission.etag())));
        assertThat(permission.rid().parentUser()).isEqualTo(user.rid());
    }

    @Test
    void modeIsReadInAnyLetterCase() {
        assertThat(create("{'id':'p','permissionMode':'read','resource':'dbs/db/colls/c'}")
                        .properties()
                        .mode())
                .isEqualTo(PermissionMode.READ);
    }

    @Test
    void modeIsShownAsItWasSent() {
        assertThat(create("{'id':'p','permissionMode':'all','resource':'dbs/db/colls/c'}")
                        .toJson()
                        .get("permissionMode"))
                .hasToString("\"all\"");
    }

    @Test
    void permissionsAreThereAfterReopening() {
        PermissionRecord permission =
                create("{'id':'p','permissionMode':'All','resource':'dbs/db/colls/c','resourcePartitionKey':[null]}");
        catalog.reopen();
        assertThat(catalog.permissions().read("db", "ann", "p")).isEqualTo(permission);
        assertThat(permission.properties().partitionKey()).isEqualTo(PartitionKey.of((Object) null));
    }

    @Test
    void linkMayBeMadeOfResourceIds() {
        String database = catalog.engine.database("db").rid().toString();
        String link = "dbs/" + database + "/colls/AAAAAIAAAAE=/";
        assertThat(catalog.permission("ann", "p", link).properties().resource()).isEqualTo(link);
    }

    @Test
    void linkMayContainTheResourceIdOfNothingButNotOfAnotherDatabase() {
        catalog.permission("ann", "p", "dbs/AQAAAA==/colls/AQAAAJ0fgTc=");
        String other = catalog.engine.createDatabase("other", null).rid().toString();
        assertThatThrownBy(() -> catalog.permission("ann", "q", "dbs/" + other + "/colls/AQAAAJ0fgTc="))
                .isInstanceOf(BadRequestException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                CONTAINER,
                "/dbs/db/colls/c/",
                CONTAINER + "/docs/d",
                CONTAINER + "/sprocs/s",
                CONTAINER + "/docs/d/attachments/a"
            })
    void whateverIsInAContainerCanBePermitted(String link) {
        assertThat(catalog.permission("ann", "p", link).properties().resource()).isEqualTo(link);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "c",
                "dbs/db",
                "dbs/db/colls",
                "dbs/db/users/ann",
                "dbs/other/colls/c",
                "dbs//colls/c",
                "dbs/db/colls/",
                "//dbs/db/colls/c",
                CONTAINER + "/docs",
                CONTAINER + "/pkranges/0",
                CONTAINER + "/sprocs/s/attachments/a",
                CONTAINER + "/docs/d/attachments/a/x/y"
            })
    void otherLinksAreRefused(String link) {
        assertThatThrownBy(() -> catalog.permission("ann", "p", link))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("resource");
        assertThat(catalog.permissionIds("ann")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'permissionMode':'All','resource':'dbs/db/colls/c'}",
                "{'id':'p','resource':'dbs/db/colls/c'}",
                "{'id':'p','permissionMode':'All'}",
                "{'id':'p','permissionMode':'Write','resource':'dbs/db/colls/c'}",
                "{'id':'p','permissionMode':'All','resource':'dbs/db/colls/c','more':1}",
                "{'id':'p','permissionMode':'All','resource':'dbs/db/colls/c','resourcePartitionKey':[]}",
                "{'id':'p','permissionMode':'All','resource':'dbs/db/colls/c','resourcePartitionKey':'k'}",
                "{'id':'p','permissionMode':'All','resource':'dbs/db/colls/c','resourcePartitionKey':[[1]]}"
            })
    void bodyThatIsNoPermissionIsRefused(String body) {
        assertThatThrownBy(() -> create(body)).isInstanceOf(BadRequestException.class);
    }

    @Test
    void idIsTakenOnlyOncePerUser() {
        catalog.user("bob");
        catalog.permission("ann", "p", CONTAINER);
        catalog.permission("bob", "p", CONTAINER);
        assertThatThrownBy(() -> catalog.permission("ann", "p", CONTAINER + "/docs/d"))
                .isInstanceOf(ConflictException.class);
    }

    @Test
    void resourceIsPermittedOnlyOncePerUserAndPartitionKey() {
        catalog.permission("ann", "p", CONTAINER);
        assertThatThrownBy(() -> catalog.permission("ann", "q", "/" + CONTAINER + "/"))
                .isInstanceOf(ConflictException.class);
        create("{'id':'q','permissionMode':'All','resource':'dbs/db/colls/c','resourcePartitionKey':['k']}");
        assertThat(catalog.permissionIds("ann")).containsExactly("p", "q");
    }

    @Test
    void replacedPermissionKeepsItsResourceId() {
        PermissionRecord created = catalog.permission("ann", "p", CONTAINER);
        PermissionRecord replaced = catalog.permissions()
                .replace("db", "ann", "p", UserCatalog.permissionBody("q", "Read", CONTAINER + "/docs/d"), null);
        assertThat(replaced.rid()).isEqualTo(created.rid());
        assertThat(replaced.etag()).isNotEqualTo(created.etag());
        catalog.reopen();
        assertThat(catalog.permissions().list("db", "ann")).containsExactly(replaced);
    }

    @Test
    void upsertCreatesAndThenReplaces() {
        Upserted<PermissionRecord> first =
                catalog.permissions().upsert("db", "ann", UserCatalog.permissionBody("p", "All", CONTAINER), null);
        Upserted<PermissionRecord> second =
                catalog.permissions().upsert("db", "ann", UserCatalog.permissionBody("p", "Read", CONTAINER), null);
        assertThat(first.isNew()).isTrue();
        assertThat(second.isNew()).isFalse();
        assertThat(second.resource().rid()).isEqualTo(first.resource().rid());
        assertThat(catalog.permissions().read("db", "ann", "p").properties().mode())
                .isEqualTo(PermissionMode.READ);
    }

    @Test
    void permissionsGoWithTheirUser() {
        catalog.permission("ann", "p", CONTAINER);
        catalog.users().delete("db", "ann", null);
        catalog.user("ann");
        assertThat(catalog.permissionIds("ann")).isEmpty();
        catalog.reopen();
        assertThat(catalog.permissionIds("ann")).isEmpty();
        assertThat(StoreCheck.run(catalog.store).findings()).isEmpty();
    }

    @Test
    void deletedPermissionIsGone() {
        catalog.permission("ann", "p", CONTAINER);
        catalog.permissions().delete("db", "ann", "p", null);
        assertCode(() -> catalog.permissions().read("db", "ann", "p"), FailureCode.NOT_FOUND);
        catalog.reopen();
        assertThat(catalog.permissionIds("ann")).isEmpty();
    }

    @Test
    void missingPermissionAndMissingUserAreToldApart() {
        assertCode(() -> catalog.permissions().read("db", "ann", "p"), FailureCode.NOT_FOUND);
        assertCode(() -> catalog.permissions().delete("db", "ann", "p", null), FailureCode.NOT_FOUND);
        assertCode(() -> catalog.permissions().read("db", "bob", "p"), FailureCode.OWNER_NOT_FOUND);
        assertCode(() -> catalog.permissions().list("none", "ann"), FailureCode.OWNER_NOT_FOUND);
        assertCode(() -> catalog.permission("bob", "p", CONTAINER), FailureCode.OWNER_NOT_FOUND);
    }

    @Test
    void changeWhoseAnswerWasLostIsFoundByTheNextOne() {
        catalog.loseNextAnswer();
        assertThatThrownBy(() -> catalog.permission("ann", "p", CONTAINER)).isInstanceOf(UnavailableException.class);
        assertThatThrownBy(() -> catalog.permission("ann", "p", CONTAINER)).isInstanceOf(ConflictException.class);
        assertThat(catalog.permissionIds("ann")).containsExactly("p");
    }

    private PermissionRecord create(String body) {
        return catalog.permissions().create("db", "ann", UserCatalog.json(body));
    }

    private static void assertCode(ThrowingCallable call, FailureCode code) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        MayflyException.class,
                        failure -> assertThat(failure.code()).isEqualTo(code));
    }
}
