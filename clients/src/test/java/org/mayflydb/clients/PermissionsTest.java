package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.clients.CosmosFixture.P;
import static org.mayflydb.clients.CosmosFixture.failureOf;
import static org.mayflydb.clients.CosmosFixture.item;
import static org.mayflydb.clients.CosmosFixture.name;
import static org.mayflydb.clients.CosmosFixture.read;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncUser;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosUser;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPermissionProperties;
import com.azure.cosmos.models.CosmosPermissionRequestOptions;
import com.azure.cosmos.models.CosmosUserProperties;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.PermissionMode;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Users, their permissions, and clients that have only these, through the Java client. */
@TestInstance(Lifecycle.PER_CLASS)
class PermissionsTest {
    private final CosmosFixture cosmos = new CosmosFixture(scheme());
    private final CosmosAsyncClient client = cosmos.asyncClient(scheme());

    /** How the client talks to the server. */
    Scheme scheme() {
        return Scheme.HTTP;
    }

    @AfterAll
    void close() {
        client.close();
        cosmos.close();
    }

    private CosmosUser user() {
        String id = name("u");
        cosmos.database.createUser(new CosmosUserProperties().setId(id));
        return cosmos.database.getUser(id);
    }

    /** Only the asynchronous client knows permissions. */
    private CosmosAsyncUser grantee() {
        return client.getDatabase("db").getUser(user().getId());
    }

    private static CosmosPermissionProperties grant(
            CosmosAsyncUser user, CosmosContainer container, PermissionMode mode) {
        CosmosPermissionProperties wanted = new CosmosPermissionProperties()
                .setId(name("grant"))
                .setContainerName(container.getId())
                .setPermissionMode(mode);
        return create(user, wanted);
    }

    private static CosmosPermissionProperties create(CosmosAsyncUser user, CosmosPermissionProperties wanted) {
        return Objects.requireNonNull(user.createPermission(wanted, new CosmosPermissionRequestOptions())
                        .block())
                .getProperties();
    }

    /** Given the permission itself, this client finds no token for its own request for the partitions. */
    private CosmosClient clientWith(CosmosPermissionProperties permission) {
        return scheme().apply(new CosmosClientBuilder()
                        .endpoint(cosmos.server.endpoint(scheme()))
                        .resourceToken(permission.getToken()))
                .buildClient();
    }

    @Test
    void aUserIsCreatedReadReplacedListedAndDeleted() {
        CosmosUser user = user();
        assertThat(user.read().getProperties().getId()).isEqualTo(user.getId());
        String renamed = name("u");
        user.replace(user.read().getProperties().setId(renamed));
        assertThat(cosmos.database.readAllUsers().stream().map(CosmosUserProperties::getId))
                .contains(renamed)
                .doesNotContain(user.getId());
        cosmos.database.getUser(renamed).delete();
        assertThat(failureOf(() -> cosmos.database.getUser(renamed).read()).getStatusCode())
                .isEqualTo(404);
    }

    @Test
    void aPermissionHasATokenAndIsListed() {
        CosmosAsyncUser user = grantee();
        CosmosPermissionProperties granted = grant(user, cosmos.container(), PermissionMode.READ);
        assertThat(granted.getToken()).startsWith("type=resource&ver=1");
        assertThat(user.readAllPermissions().toIterable())
                .extracting(CosmosPermissionProperties::getId)
                .containsExactly(granted.getId());
        user.getPermission(granted.getId())
                .delete(new CosmosPermissionRequestOptions())
                .block();
        assertThat(user.readAllPermissions().toIterable()).isEmpty();
    }

    @Test
    void aClientThatMayReadCannotWrite() {
        CosmosContainer container = cosmos.container();
        container.createItem(item("a"));
        try (CosmosClient guest = clientWith(grant(grantee(), container, PermissionMode.READ))) {
            CosmosContainer theirs = guest.getDatabase("db").getContainer(container.getId());
            assertThat(read(theirs, "a").get("id").textValue()).isEqualTo("a");
            assertThat(failureOf(() -> theirs.createItem(item("b"), P, new CosmosItemRequestOptions()))
                            .getStatusCode())
                    .isEqualTo(403);
            assertThat(failureOf(() -> theirs.deleteItem("a", P, new CosmosItemRequestOptions()))
                            .getStatusCode())
                    .isEqualTo(403);
        }
    }

    @Test
    void aClientThatMayDoEverythingWrites() {
        CosmosContainer container = cosmos.container();
        try (CosmosClient guest = clientWith(grant(grantee(), container, PermissionMode.ALL))) {
            CosmosContainer theirs = guest.getDatabase("db").getContainer(container.getId());
            theirs.createItem(item("b"), P, new CosmosItemRequestOptions());
            assertThat(read(container, "b").get("id").textValue()).isEqualTo("b");
        }
    }

    @Test
    void aTokenExpires() {
        CosmosContainer container = cosmos.container();
        container.createItem(item("a"));
        try (CosmosClient guest = clientWith(grant(grantee(), container, PermissionMode.READ))) {
            CosmosContainer theirs = guest.getDatabase("db").getContainer(container.getId());
            read(theirs, "a");
            cosmos.server.advanceClock(3601);
            assertThat(failureOf(() -> read(theirs, "a")).getStatusCode()).isEqualTo(403);
        }
    }

    @Test
    void aPermissionForOnePartitionKeyShowsNoOther() {
        CosmosContainer container = cosmos.container();
        container.createItem(item("a"));
        container.createItem(item("b").put("pk", "q"));
        CosmosPermissionProperties granted = create(
                grantee(),
                new CosmosPermissionProperties()
                        .setId(name("grant"))
                        .setContainerName(container.getId())
                        .setResourcePartitionKey(P)
                        .setPermissionMode(PermissionMode.READ));
        try (CosmosClient guest = clientWith(granted)) {
            CosmosContainer theirs = guest.getDatabase("db").getContainer(container.getId());
            assertThat(read(theirs, "a").get("id").textValue()).isEqualTo("a");
            assertThat(failureOf(() -> theirs.readItem("b", new PartitionKey("q"), Object.class))
                            .getStatusCode())
                    .isGreaterThanOrEqualTo(401);
        }
    }
}
