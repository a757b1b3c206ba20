package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.route.Client.Answer;

/** Items of a container with an encryption policy, and clients that know an earlier container. */
class ClientEncryptionTest {
    private static final String DOCS = "/dbs/db/colls/e/docs";
    private static final String ITEM = "{'id':'a','pk':'p','secret':'AAAA'}";
    private static final String PATCH = "{'operations':[{'op':'set','path':'/n','value':1}]}";
    private static final String UPSERT =
            "[{'operationType':'Upsert','partitionKey':'[#p#]','resourceBody':" + ITEM + "}]";
    private static final String READ = "[{'operationType':'Read','id':'a','partitionKey':'[#p#]'}]";

    private final Client client = new Client();

    @BeforeEach
    void createContainer() {
        client.createContainer();
        client.post(
                        "/dbs/db/clientencryptionkeys",
                        quoted("{'id':'k','encryptionAlgorithm':'a','wrappedDataEncryptionKey':'AQID',"
                                + "'keyWrapMetadata':{}}"))
                .expect(201);
        client.post(
                        "/dbs/db/colls",
                        quoted("{'id':'e','partitionKey':{'paths':['/pk']},'clientEncryptionPolicy':{'includedPaths':"
                                + "[{'path':'/secret','clientEncryptionKeyId':'k','encryptionType':'Deterministic',"
                                + "'encryptionAlgorithm':'AEAD_AES_256_CBC_HMAC_SHA256'}],'policyFormatVersion':1}}"))
                .expect(201);
        encrypted(Verb.POST, DOCS, ITEM).expect(201);
    }

    @AfterEach
    void close() {
        client.close();
    }

    private static String quoted(String json) {
        return json.replace('\'', '"').replace("#", "\\\"");
    }

    private Answer send(Verb verb, String path, String body, String... headers) {
        Map<String, String> all = new HashMap<>(Map.of(WireHeaders.PARTITION_KEY, "[\"p\"]"));
        for (int i = 0; i < headers.length; i += 2) {
            all.put(headers[i], headers[i + 1]);
        }
        return client.send(verb, path, quoted(body), all);
    }

    private Answer encrypted(Verb verb, String path, String body) {
        return send(verb, path, body, WireHeaders.IS_CLIENT_ENCRYPTED, "True");
    }

    private static void assertNotEncrypted(Answer answer) {
        answer.expect(400);
        assertThat(answer.response().header(WireHeaders.SUB_STATUS)).isNull();
        assertThat(answer.text())
                .contains(
                        "Message: {\\\"Errors\\\":[\\\"Collection has ClientEncryptionPolicy set, but the document to be"
                                + " written isn't encrypted.\\\"]}");
    }

    @Test
    void itemThatIsNotEncryptedIsNotWritten() {
        assertNotEncrypted(send(Verb.POST, DOCS, ITEM));
        assertNotEncrypted(send(Verb.POST, DOCS, ITEM, WireHeaders.IS_UPSERT, "True"));
        assertNotEncrypted(send(Verb.POST, DOCS, ITEM, WireHeaders.IS_CLIENT_ENCRYPTED, "false"));
        assertNotEncrypted(send(Verb.PUT, DOCS + "/a", ITEM));
        assertNotEncrypted(send(Verb.PATCH, DOCS + "/a", PATCH));
        assertNotEncrypted(send(Verb.POST, DOCS, UPSERT, WireHeaders.IS_BATCH, "True"));
        assertNotEncrypted(
                send(Verb.POST, DOCS, UPSERT, WireHeaders.IS_BATCH, "True", WireHeaders.BATCH_ATOMIC, "True"));
    }

    @Test
    void encryptedItemIsWritten() {
        encrypted(Verb.PUT, DOCS + "/a", ITEM).expect(200);
        encrypted(Verb.PATCH, DOCS + "/a", PATCH).expect(200);
        send(Verb.POST, DOCS, UPSERT, WireHeaders.IS_BATCH, "True", WireHeaders.IS_CLIENT_ENCRYPTED, "true")
                .expect(200);
        send(
                        Verb.POST,
                        DOCS,
                        ITEM.replace("'a'", "'b'"),
                        WireHeaders.IS_UPSERT,
                        "True",
                        WireHeaders.IS_CLIENT_ENCRYPTED,
                        "true")
                .expect(201);
    }

    @Test
    void readsAndDeletesNeedNotSayThatItemsAreEncrypted() {
        send(Verb.GET, DOCS + "/a", "").expect(200);
        send(Verb.GET, DOCS, "").expect(200);
        client.query(DOCS, "SELECT * FROM c WHERE c.secret = \"AAAA\"").expect(200);
        send(Verb.POST, DOCS, READ, WireHeaders.IS_BATCH, "True").expect(200);
        send(Verb.DELETE, DOCS + "/a", "").expect(204);
    }

    @Test
    void containerWithoutAPolicyTakesEncryptedItems() {
        encrypted(Verb.POST, "/dbs/db/colls/c/docs", ITEM).expect(201);
        encrypted(Verb.GET, "/dbs/db/colls/c/docs/a", "").expect(200);
    }

    @Test
    void policyWithoutPathsAsksForNothing() {
        client.post(
                        "/dbs/db/colls",
                        quoted("{'id':'n','partitionKey':{'paths':['/pk']},'clientEncryptionPolicy':"
                                + "{'includedPaths':[],'policyFormatVersion':1}}"))
                .expect(201);
        send(Verb.POST, "/dbs/db/colls/n/docs", ITEM).expect(201);
    }

    @Test
    void otherContainerThanIntendedIsNoticedBeforeAnythingElse() {
        String[][] requests = {
            {"POST", DOCS, ITEM},
            {"POST", DOCS, ITEM, WireHeaders.PARTITION_KEY, "[\"other\"]"},
            {"POST", DOCS, ITEM, WireHeaders.PARTITION_KEY, "no key"},
            {"PUT", DOCS + "/a", ITEM},
            {"PATCH", DOCS + "/a", PATCH},
            {"DELETE", DOCS + "/a", ""},
            {"GET", DOCS + "/none", ""},
            {"GET", DOCS, ""},
            {"GET", DOCS, "", WireHeaders.A_IM, "Incremental feed"},
            {"GET", DOCS, "", WireHeaders.CONSISTENCY_LEVEL, "none"},
            {"POST", DOCS, "{'query':'SELECT * FROM c'}", WireHeaders.IS_QUERY, "True"},
            {"POST", DOCS, UPSERT, WireHeaders.IS_BATCH, "True"},
            {"POST", DOCS, UPSERT, WireHeaders.IS_BATCH, "True", WireHeaders.BATCH_ATOMIC, "True"},
            {"POST", "/dbs/db/colls/e/operations/partitionkeydelete", ""},
        };
        for (String[] request : requests) {
            String[] headers = new String[request.length - 1];
            headers[0] = WireHeaders.INTENDED_CONTAINER_RID;
            headers[1] = "AAAAAIAAAAE=";
            System.arraycopy(request, 3, headers, 2, request.length - 3);
            Answer answer = send(Verb.valueOf(request[0]), request[1], request[2], headers);
            assertThat(answer.status()).as(String.join(" ", request)).isEqualTo(400);
            assertThat(answer.header(WireHeaders.SUB_STATUS))
                    .as(String.join(" ", request))
                    .isEqualTo("1024");
        }
    }

    @Test
    void intendedContainerIsTheOneThatHasTheResourceId() {
        String rid =
                String.valueOf(client.get("/dbs/db/colls/e").json().get("_rid")).replace("\"", "");
        send(Verb.GET, DOCS + "/a", "", WireHeaders.INTENDED_CONTAINER_RID, rid).expect(200);
        client.send(Verb.DELETE, "/dbs/db", "", Map.of()).expect(204);
        client.createContainer();
        assertThat(send(Verb.GET, "/dbs/db/colls/c/docs/a", "", WireHeaders.INTENDED_CONTAINER_RID, rid)
                        .expect(400)
                        .header(WireHeaders.SUB_STATUS))
                .isEqualTo("1024");
    }
}
