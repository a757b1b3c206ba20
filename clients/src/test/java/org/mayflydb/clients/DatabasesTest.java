package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mayflydb.clients.CosmosFixture.P;
import static org.mayflydb.clients.CosmosFixture.failureOf;
import static org.mayflydb.clients.CosmosFixture.item;
import static org.mayflydb.clients.CosmosFixture.name;
import static org.mayflydb.clients.CosmosFixture.read;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosContainerRequestOptions;
import com.azure.cosmos.models.CosmosContainerResponse;
import com.azure.cosmos.models.CosmosDatabaseProperties;
import com.azure.cosmos.models.ExcludedPath;
import com.azure.cosmos.models.IncludedPath;
import com.azure.cosmos.models.IndexingMode;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.UniqueKey;
import com.azure.cosmos.models.UniqueKeyPolicy;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Databases and containers through the Java client. */
@TestInstance(Lifecycle.PER_CLASS)
class DatabasesTest {
    private final CosmosFixture cosmos = new CosmosFixture(scheme());

    /** How the client talks to the server. */
    Scheme scheme() {
        return Scheme.HTTP;
    }

    @AfterAll
    void close() {
        cosmos.close();
    }

    @Test
    void aDatabaseIsCreatedReadListedAndDeleted() {
        String id = name("d");
        assertThat(cosmos.client.createDatabase(id).getStatusCode()).isEqualTo(201);
        CosmosDatabase database = cosmos.client.getDatabase(id);
        CosmosDatabaseProperties properties = database.read().getProperties();
        assertThat(properties.getId()).isEqualTo(id);
        assertThat(properties.getETag()).isNotEmpty();
        assertThat(properties.getTimestamp()).isNotNull();
        assertThat(databaseIds()).contains(id, "db");
        assertThat(database.delete().getStatusCode()).isEqualTo(204);
        assertThat(databaseIds()).doesNotContain(id);
        assertThat(failureOf(database::read).getStatusCode()).isEqualTo(404);
    }

    private List<String> databaseIds() {
        return cosmos.client.readAllDatabases().stream()
                .map(CosmosDatabaseProperties::getId)
                .toList();
    }

    @Test
    void databasesAreFoundByAQueryForTheirId() {
        assertThat(cosmos.client.queryDatabases("SELECT * FROM root r WHERE r.id = 'db'", null).stream()
                        .map(CosmosDatabaseProperties::getId))
                .containsExactly("db");
    }

    @Test
    void createIfNotExistsCreatesOnceAndThenReads() {
        String id = name("d");
        assertThat(cosmos.client.createDatabaseIfNotExists(id).getStatusCode()).isEqualTo(201);
        assertThat(cosmos.client.createDatabaseIfNotExists(id).getStatusCode()).isEqualTo(200);
        CosmosDatabase database = cosmos.client.getDatabase(id);
        assertThat(database.createContainerIfNotExists("c", "/pk").getStatusCode())
                .isEqualTo(201);
        assertThat(database.createContainerIfNotExists("c", "/pk").getStatusCode())
                .isEqualTo(200);
    }

    @Test
    void creatingTwiceIsAConflict() {
        assertThat(failureOf(() -> cosmos.client.createDatabase("db")).getStatusCode())
                .isEqualTo(409);
        String id = name("c");
        cosmos.database.createContainer(id, "/pk");
        assertThat(failureOf(() -> cosmos.database.createContainer(id, "/pk")).getStatusCode())
                .isEqualTo(409);
    }

    @Test
    void aContainerKeepsItsPolicies() {
        String id = name("c");
        CosmosContainerProperties properties = new CosmosContainerProperties(id, "/a/b")
                .setDefaultTimeToLiveInSeconds(90 * 24 * 60 * 60)
                .setIndexingPolicy(withoutPath("/large/*"))
                .setUniqueKeyPolicy(new UniqueKeyPolicy().setUniqueKeys(List.of(new UniqueKey(List.of("/mail")))));
        CosmosContainerResponse created = cosmos.database.createContainer(properties);
        assertThat(created.getStatusCode()).isEqualTo(201);
        CosmosContainerProperties found =
                cosmos.database.getContainer(id).read().getProperties();
        assertThat(found.getDefaultTimeToLiveInSeconds()).isEqualTo(7_776_000);
        assertThat(found.getPartitionKeyDefinition().getPaths()).containsExactly("/a/b");
        assertThat(found.getIndexingPolicy().getIndexingMode()).isEqualTo(IndexingMode.CONSISTENT);
        assertThat(found.getIndexingPolicy().getExcludedPaths())
                .extracting(ExcludedPath::getPath)
                .contains("/large/*");
        assertThat(found.getUniqueKeyPolicy().getUniqueKeys())
                .extracting(UniqueKey::getPaths)
                .containsExactly(List.of("/mail"));
    }

    private static IndexingPolicy withoutPath(String path) {
        return new IndexingPolicy()
                .setIncludedPaths(List.of(new IncludedPath("/*")))
                .setExcludedPaths(List.of(new ExcludedPath(path)));
    }

    @Test
    void containersAreListed() {
        String first = name("c");
        String second = name("c");
        cosmos.database.createContainer(first, "/pk");
        cosmos.database.createContainer(second, "/pk");
        assertThat(cosmos.database.readAllContainers().stream().map(CosmosContainerProperties::getId))
                .contains(first, second);
        assertThat(cosmos.database.queryContainers("SELECT * FROM c WHERE c.id = '" + first + "'").stream()
                        .map(CosmosContainerProperties::getId))
                .containsExactly(first);
    }

    @Test
    void aReplacedContainerHasTheNewLifetimeAndIndexingPolicy() {
        CosmosContainer container = cosmos.container();
        CosmosContainerProperties properties = container.read().getProperties();
        properties.setDefaultTimeToLiveInSeconds(60);
        properties.setIndexingPolicy(withoutPath("/x/?"));
        container.replace(properties);
        CosmosContainerProperties found = container.read().getProperties();
        assertThat(found.getDefaultTimeToLiveInSeconds()).isEqualTo(60);
        assertThat(found.getIndexingPolicy().getExcludedPaths())
                .extracting(ExcludedPath::getPath)
                .contains("/x/?");
        found.setDefaultTimeToLiveInSeconds(null);
        assertThat(container.replace(found).getProperties().getDefaultTimeToLiveInSeconds())
                .isNull();
    }

    @Test
    void aStaleETagRefusesTheReplaceOfAContainer() {
        CosmosContainer container = cosmos.container();
        CosmosContainerProperties properties = container.read().getProperties();
        String stale = Objects.requireNonNull(properties.getETag());
        container.replace(properties.setDefaultTimeToLiveInSeconds(60));
        CosmosException failure = failureOf(
                () -> container.replace(properties, new CosmosContainerRequestOptions().setIfMatchETag(stale)));
        assertThat(failure.getStatusCode()).isEqualTo(412);
    }

    @Test
    void usageIsReportedWithTheContainer() {
        CosmosContainer container = cosmos.container();
        container.createItem(item("a"));
        CosmosContainerResponse response =
                container.read(new CosmosContainerRequestOptions().setQuotaInfoEnabled(true));
        assertThat(response.getResponseHeaders().get("x-ms-resource-usage")).contains("documentsCount=1;");
    }

    @Test
    void aContainerMadeAnewUnderTheSameNameIsUsedByAClientThatGoesOn() {
        String id = name("c");
        cosmos.database.createContainer(id, "/pk");
        CosmosContainer container = cosmos.database.getContainer(id);
        container.createItem(item("a"));
        try (CosmosClient other = cosmos.builder(Scheme.HTTPS).buildClient()) {
            CosmosContainer theirs = other.getDatabase("db").getContainer(id);
            theirs.delete();
            other.getDatabase("db").createContainer(id, "/pk");
            assertThat(failureOf(() -> read(container, "a")).getStatusCode()).isEqualTo(404);
            container.createItem(item("b"));
            assertThat(read(theirs, "b").get("id").textValue()).isEqualTo("b");
            assertThat(container.readItem("b", P, Object.class).getStatusCode()).isEqualTo(200);
        }
    }

    @Test
    void aContainerMadeAnewWithAnotherKeyIsUsedByAClientThatGoesOn() {
        String id = name("c");
        cosmos.database.createContainer(id, "/pk");
        CosmosContainer container = cosmos.database.getContainer(id);
        container.createItem(item("a"));
        try (CosmosClient other = cosmos.builder(Scheme.HTTPS).buildClient()) {
            CosmosContainer theirs = other.getDatabase("db").getContainer(id);
            theirs.delete();
            other.getDatabase("db").createContainer(id, "/other");
            container.createItem(item("b").put("other", "o"));
            assertThat(theirs.readItem("b", new com.azure.cosmos.models.PartitionKey("o"), Object.class)
                            .getStatusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void aWrongKeyIsRefused() {
        CosmosClientBuilder stranger = new CosmosClientBuilder()
                .endpoint(cosmos.server.endpoint(Scheme.HTTP))
                .key("A".repeat(86) + "==")
                .gatewayMode();
        assertThatThrownBy(stranger::buildClient)
                .hasMessageContaining("Client initialization failed")
                .hasMessageContaining("StatusCode: Unauthorized");
    }
}
