package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.microsoft.azure.documentdb.AccessCondition;
import com.microsoft.azure.documentdb.AccessConditionType;
import com.microsoft.azure.documentdb.ConnectionPolicy;
import com.microsoft.azure.documentdb.ConsistencyLevel;
import com.microsoft.azure.documentdb.Database;
import com.microsoft.azure.documentdb.Document;
import com.microsoft.azure.documentdb.DocumentClient;
import com.microsoft.azure.documentdb.DocumentClientException;
import com.microsoft.azure.documentdb.DocumentCollection;
import com.microsoft.azure.documentdb.FeedOptions;
import com.microsoft.azure.documentdb.PartitionKey;
import com.microsoft.azure.documentdb.PartitionKeyDefinition;
import com.microsoft.azure.documentdb.RequestOptions;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Java client of 2017, which speaks of documents and collections. It always uses HTTPS and trusts what the virtual
 * machine trusts, so the server's certificate is put into a trust store before the client is made.
 */
@TestInstance(Lifecycle.PER_CLASS)
class LegacyClientTest {
    private static final String TRUST_STORE = "javax.net.ssl.trustStore";
    private static final String TRUST_STORE_TYPE = "javax.net.ssl.trustStoreType";
    private static final String TRUST_STORE_PASSWORD = "javax.net.ssl.trustStorePassword";
    private static final String PASSWORD = "changeit";

    private final LocalServer server = LocalServer.inMemory();
    private @Nullable DocumentClient client;

    @BeforeAll
    void trustAndConnect(@TempDir Path directory) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(
                "mayfly",
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(
                                new ByteArrayInputStream(server.certificate().getBytes(StandardCharsets.US_ASCII))));
        Path store = directory.resolve("trust.p12");
        try (OutputStream out = Files.newOutputStream(store)) {
            trusted.store(out, PASSWORD.toCharArray());
        }
        System.setProperty(TRUST_STORE, store.toString());
        System.setProperty(TRUST_STORE_TYPE, "PKCS12");
        System.setProperty(TRUST_STORE_PASSWORD, PASSWORD);
        client = new DocumentClient(
                server.endpoint(Scheme.HTTPS),
                LocalServer.KEY,
                ConnectionPolicy.GetDefault(),
                ConsistencyLevel.Session);
        Database database = new Database();
        database.setId("db");
        client().createDatabase(database, null);
    }

    @AfterAll
    void close() {
        client().close();
        server.close();
        List.of(TRUST_STORE, TRUST_STORE_TYPE, TRUST_STORE_PASSWORD).forEach(System::clearProperty);
    }

    private DocumentClient client() {
        if (client == null) {
            throw new IllegalStateException("not connected");
        }
        return client;
    }

    /** A new collection over {@code /deviceId}; answers its link. */
    private String collection(@Nullable Integer defaultTimeToLive) throws DocumentClientException {
        PartitionKeyDefinition key = new PartitionKeyDefinition();
        key.setPaths(List.of("/deviceId"));
        DocumentCollection collection = new DocumentCollection();
        collection.setId(CosmosFixture.name("c"));
        collection.setPartitionKey(key);
        if (defaultTimeToLive != null) {
            collection.setDefaultTimeToLive(defaultTimeToLive);
        }
        RequestOptions options = new RequestOptions();
        options.setOfferThroughput(12_000);
        client().createCollection("dbs/db", collection, options);
        return "dbs/db/colls/" + collection.getId();
    }

    private static Document reading(String id, @Nullable Integer timeToLive) {
        Document document = new Document();
        document.setId(id);
        document.set("deviceId", "XMS-0001");
        document.set("temperature", 21.5);
        if (timeToLive != null) {
            document.setTimeToLive(timeToLive);
        }
        return document;
    }

    private static RequestOptions key() {
        RequestOptions options = new RequestOptions();
        options.setPartitionKey(new PartitionKey("XMS-0001"));
        return options;
    }

    private Document create(String collection, @Nullable Integer timeToLive) throws DocumentClientException {
        return client().createDocument(collection, reading("a", timeToLive), key(), true)
                .getResource();
    }

    private Document read(String collection) throws DocumentClientException {
        return client().readDocument(collection + "/docs/a", key()).getResource();
    }

    private void assertIsGone(String collection) {
        DocumentClientException failure = catchThrowableOfType(DocumentClientException.class, () -> read(collection));
        assertThat(failure).isNotNull();
        assertThat(failure.getStatusCode()).isEqualTo(404);
    }

    @Test
    void documentsExpireByTheCollectionsDefault() throws Exception {
        String collection = collection(90 * 60 * 60 * 24);
        create(collection, null);
        server.advanceClock(90L * 60 * 60 * 24 - 2);
        assertThat(read(collection).getDouble("temperature")).isEqualTo(21.5);
        server.advanceClock(2);
        assertIsGone(collection);
    }

    @Test
    void aDocumentsOwnLifetimeOverridesTheDefault() throws Exception {
        String collection = collection(-1);
        assertThat(create(collection, 60).getTimeToLive()).isEqualTo(60);
        server.advanceClock(60);
        assertIsGone(collection);
    }

    @Test
    void aLifetimeIsExtendedByReplacingTheDocument() throws Exception {
        String collection = collection(100);
        create(collection, 10);
        Document document = read(collection);
        document.setTimeToLive(60 * 30);
        client().replaceDocument(document, key());
        server.advanceClock(60 * 30 - 2);
        assertThat(read(collection).getId()).isEqualTo("a");
        server.advanceClock(2);
        assertIsGone(collection);
    }

    @Test
    void aDocumentWhoseLifetimeIsRemovedInheritsAgain() throws Exception {
        String collection = collection(100);
        create(collection, 10);
        Document document = read(collection);
        document.remove("ttl");
        client().replaceDocument(document, key());
        server.advanceClock(98);
        assertThat(read(collection).getTimeToLive()).isNull();
        server.advanceClock(2);
        assertIsGone(collection);
    }

    @Test
    void minusOneKeepsADocument() throws Exception {
        String collection = collection(100);
        create(collection, 10);
        Document document = read(collection);
        document.setTimeToLive(-1);
        client().replaceDocument(document, key());
        server.advanceClock(10_000);
        assertThat(read(collection).getId()).isEqualTo("a");
    }

    @Test
    void withoutADefaultNothingExpiresAnyMore() throws Exception {
        String link = collection(100);
        create(link, 10);
        DocumentCollection collection = client().readCollection(link, null).getResource();
        assertThat(collection.getDefaultTimeToLive()).isEqualTo(100);
        collection.setDefaultTimeToLive(null);
        client().replaceCollection(collection, null);
        server.advanceClock(10_000);
        assertThat(read(link).getId()).isEqualTo("a");
        assertThat(client().readCollection(link, null).getResource().getDefaultTimeToLive())
                .isNull();
    }

    @Test
    void documentsAreListedQueriedAndDeleted() throws Exception {
        String collection = collection(null);
        create(collection, null);
        FeedOptions everywhere = new FeedOptions();
        everywhere.setEnableCrossPartitionQuery(true);
        assertThat(client().readDocuments(collection, everywhere)
                        .getQueryIterable()
                        .toList())
                .extracting(Document::getId)
                .containsExactly("a");
        assertThat(client().queryDocuments(collection, "SELECT * FROM c", everywhere)
                        .getQueryIterable()
                        .toList())
                .extracting(Document::getId)
                .containsExactly("a");
        client().deleteDocument(collection + "/docs/a", key());
        assertIsGone(collection);
    }

    @Test
    void aStaleETagIsRefused() throws Exception {
        String collection = collection(null);
        Document document = create(collection, null);
        client().replaceDocument(document, key());
        AccessCondition ifMatch = new AccessCondition();
        ifMatch.setType(AccessConditionType.IfMatch);
        ifMatch.setCondition(document.getETag());
        RequestOptions options = key();
        options.setAccessCondition(ifMatch);
        DocumentClientException failure =
                catchThrowableOfType(DocumentClientException.class, () -> client().replaceDocument(document, options));
        assertThat(failure).isNotNull();
        assertThat(failure.getStatusCode()).isEqualTo(412);
    }
}
