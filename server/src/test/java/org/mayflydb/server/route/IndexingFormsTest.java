package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest.Verb;

/** Deprecated forms of indexing policies, by API version; quotation marks are single ones here. */
class IndexingFormsTest {
    private static final String OLD = "2018-12-31";
    private static final String NEW = "2020-07-15";
    private static final String KINDS = "'indexes':[{'kind':'Hash','dataType':'String','precision':3}]";

    private final Client client = new Client();

    @BeforeEach
    void createDatabase() {
        client.post("/dbs", "{\"id\":\"db\"}").expect(201);
    }

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void lazyIndexingIsKeptForOldClients() {
        assertThat(create(OLD, "'indexingMode':'lazy'")).contains("'indexingMode':'lazy'");
        assertThat(read(OLD)).contains("'indexingMode':'lazy'");
    }

    @Test
    void lazyIndexingIsConsistentForNewClients() {
        assertThat(create(NEW, "'indexingMode':'Lazy'")).contains("'indexingMode':'consistent'");
        assertThat(read(OLD)).contains("'indexingMode':'consistent'");
    }

    @Test
    void aReplaceByANewClientEndsLazyIndexing() {
        String created = create(OLD, "'indexingMode':'lazy'");
        assertThat(send(Verb.PUT, "/dbs/db/colls/c", created, NEW)).contains("'indexingMode':'consistent'");
    }

    /** The Rust client sends false unless told otherwise, and its tests expect true. */
    @Test
    void itemsAreIndexedAutomaticallyUnlessTheModeIsNone() {
        assertThat(create(NEW, "'automatic':false")).contains("'automatic':true");
        assertThat(replace(OLD, "'automatic':false")).contains("'automatic':false");
        assertThat(replace(NEW, "'automatic':false,'indexingMode':'none'")).contains("'automatic':false");
    }

    @Test
    void kindsOfIndexAreShownToOldClientsOnly() {
        assertThat(create(OLD, "'includedPaths':[{'path':'/'," + KINDS + "}]")).contains(KINDS);
        assertThat(read(OLD)).contains(KINDS);
        assertThat(send(Verb.GET, "/dbs/db/colls", "", OLD)).contains(KINDS);
        assertThat(read(NEW)).contains("'includedPaths':[{'path':'/'}]");
        assertThat(send(Verb.GET, "/dbs/db/colls", "", NEW)).doesNotContain(KINDS);
    }

    @Test
    void onlyLazyContainersTellTheProgressOfLazyIndexing() {
        create(OLD, "'indexingMode':'consistent'");
        assertThat(progress(WireHeaders.INDEX_PROGRESS)).isEqualTo("100");
        assertThat(progress(WireHeaders.LAZY_INDEX_PROGRESS)).isEqualTo("null");
        replace(OLD, "'indexingMode':'lazy'");
        assertThat(progress(WireHeaders.INDEX_PROGRESS)).isEqualTo("100");
        assertThat(progress(WireHeaders.LAZY_INDEX_PROGRESS)).isEqualTo("100");
    }

    private String progress(String header) {
        return client.send(Verb.GET, "/dbs/db/colls/c", "", Map.of("x-ms-documentdb-populatequotainfo", "True"))
                .expect(200)
                .header(header);
    }

    private String create(String version, String policy) {
        return send(Verb.POST, "/dbs/db/colls", body(policy), version);
    }

    private String replace(String version, String policy) {
        return send(Verb.PUT, "/dbs/db/colls/c", body(policy), version);
    }

    private static String body(String policy) {
        return "{'id':'c','partitionKey':{'paths':['/pk']},'indexingPolicy':{" + policy + "}}";
    }

    private String read(String version) {
        return send(Verb.GET, "/dbs/db/colls/c", "", version);
    }

    private String send(Verb verb, String path, String body, String version) {
        return client.send(verb, path, body.replace('\'', '"'), Map.of(WireHeaders.VERSION, version))
                .text()
                .replace('"', '\'');
    }
}
