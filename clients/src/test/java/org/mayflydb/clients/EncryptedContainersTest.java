package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.clients.CosmosFixture.P;
import static org.mayflydb.clients.CosmosFixture.failureOf;
import static org.mayflydb.clients.CosmosFixture.item;
import static org.mayflydb.clients.CosmosFixture.name;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncDatabase;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.ClientEncryptionIncludedPath;
import com.azure.cosmos.models.ClientEncryptionPolicy;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosClientEncryptionKeyProperties;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.EncryptionKeyWrapMetadata;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Keys and containers for encryption, through the Java client. It encrypts only with a package of its own. */
@TestInstance(Lifecycle.PER_CLASS)
class EncryptedContainersTest {
    private static final String ALGORITHM = "AEAD_AES_256_CBC_HMAC_SHA256";

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

    private CosmosAsyncDatabase database() {
        String id = name("encrypted");
        cosmos.client.createDatabase(id);
        return client.getDatabase(id);
    }

    private static CosmosClientEncryptionKeyProperties key(String id, String wrapped) {
        return new CosmosClientEncryptionKeyProperties(
                id,
                ALGORITHM,
                wrapped.getBytes(StandardCharsets.UTF_8),
                new EncryptionKeyWrapMetadata("custom", "name", "value", "algorithm"));
    }

    private static CosmosClientEncryptionKeyProperties create(CosmosAsyncDatabase database, String id) {
        return Objects.requireNonNull(
                        database.createClientEncryptionKey(key(id, "wrapped")).block())
                .getProperties();
    }

    private static CosmosClientEncryptionKeyProperties read(CosmosAsyncDatabase database, String id) {
        return Objects.requireNonNull(database.getClientEncryptionKey(id).read().block())
                .getProperties();
    }

    private static CosmosContainerProperties container(String key) {
        CosmosContainerProperties properties = new CosmosContainerProperties("c", "/pk");
        properties.setClientEncryptionPolicy(new ClientEncryptionPolicy(List.of(new ClientEncryptionIncludedPath()
                .setPath("/secret")
                .setClientEncryptionKeyId(key)
                .setEncryptionType("Deterministic")
                .setEncryptionAlgorithm(ALGORITHM))));
        return properties;
    }

    private CosmosContainer encryptedContainer() {
        CosmosAsyncDatabase database = database();
        create(database, "key");
        database.createContainer(container("key")).block();
        return cosmos.client.getDatabase(database.getId()).getContainer("c");
    }

    private static void assertNotEncrypted(CosmosException refused) {
        assertThat(refused.getStatusCode()).isEqualTo(400);
        assertThat(refused.getSubStatusCode()).isZero();
        assertThat(refused.getMessage())
                .contains("Collection has ClientEncryptionPolicy set, but the document to be written isn't encrypted.");
    }

    @Test
    void keyIsReadAsItWasCreated() {
        CosmosAsyncDatabase database = database();
        CosmosClientEncryptionKeyProperties created = create(database, "key");
        CosmosClientEncryptionKeyProperties found = read(database, "key");
        assertThat(found.getWrappedDataEncryptionKey())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("wrapped");
        assertThat(found.getEncryptionAlgorithm()).isEqualTo(ALGORITHM);
        assertThat(found.getEncryptionKeyWrapMetadata().getValue()).isEqualTo("value");
        assertThat(found.getETag()).isEqualTo(created.getETag());
    }

    @Test
    void keyIsReplacedInPlace() {
        CosmosAsyncDatabase database = database();
        CosmosClientEncryptionKeyProperties created = create(database, "key");
        database.getClientEncryptionKey("key").replace(key("key", "again")).block();
        CosmosClientEncryptionKeyProperties replaced = read(database, "key");
        assertThat(replaced.getWrappedDataEncryptionKey())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("again");
        assertThat(replaced.getETag()).isNotEqualTo(created.getETag());
    }

    @Test
    void keysAreListedAndQueried() {
        CosmosAsyncDatabase database = database();
        create(database, "b");
        create(database, "a");
        assertThat(database.readAllClientEncryptionKeys().toStream())
                .extracting(CosmosClientEncryptionKeyProperties::getId)
                .containsExactly("a", "b");
        assertThat(database.queryClientEncryptionKeys("SELECT * FROM r WHERE r.id = 'b'")
                        .toStream())
                .extracting(CosmosClientEncryptionKeyProperties::getId)
                .containsExactly("b");
    }

    @Test
    void policyIsKeptAndNeedsItsKeys() {
        CosmosContainer container = encryptedContainer();
        List<ClientEncryptionIncludedPath> paths =
                container.read().getProperties().getClientEncryptionPolicy().getIncludedPaths();
        assertThat(paths).extracting(ClientEncryptionIncludedPath::getPath).containsExactly("/secret");
        CosmosException refused =
                failureOf(() -> database().createContainer(container("none")).block());
        assertThat(refused.getMessage()).contains("ClientEncryptionKey with id '[none]' does not exist.");
    }

    @Test
    void plainItemIsNotWritten() {
        CosmosContainer container = encryptedContainer();
        assertNotEncrypted(failureOf(() -> container.createItem(item("a"))));
        assertNotEncrypted(failureOf(() -> container.upsertItem(item("a"))));
        assertNotEncrypted(failureOf(() -> container.replaceItem(item("a"), "a", P, null)));
    }

    @Test
    void batchWithAPlainItemIsNotWritten() {
        CosmosBatch batch = CosmosBatch.createCosmosBatch(P);
        batch.createItemOperation(item("a"));
        CosmosContainer container = encryptedContainer();
        assertNotEncrypted(failureOf(() -> container.executeCosmosBatch(batch)));
    }
}
