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

/** Patches as clients send them; quotation marks are single ones here. */
class PatchesTest {
    private static final String DOCS = "/dbs/db/colls/c/docs";

    private final Client client = new Client();

    @BeforeEach
    void createItem() {
        client.post("/dbs", "{\"id\":\"db\"}").expect(201);
        client.post("/dbs/db/colls", "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]},\"defaultTtl\":10}")
                .expect(201);
        client.create(DOCS, "{\"id\":\"a\",\"pk\":\"p\",\"n\":1}", "\"p\"").expect(201);
    }

    @AfterEach
    void close() {
        client.close();
    }

    private Answer patch(String document, String... headers) {
        Map<String, String> all = new HashMap<>(Map.of(WireHeaders.PARTITION_KEY, "[\"p\"]"));
        for (int i = 0; i < headers.length; i += 2) {
            all.put(headers[i], headers[i + 1]);
        }
        return client.send(Verb.PATCH, DOCS + "/a", document.replace('\'', '"'), all);
    }

    @Test
    void aPatchIsAnsweredLikeAReplace() {
        Answer answer =
                patch("{'operations':[{'op':'incr','path':'/n','value':1}]}").expect(200);
        assertThat(answer.text()).startsWith("{\"id\":\"a\",\"pk\":\"p\",\"n\":2,\"_rid\"");
        assertThat(answer.header(WireHeaders.ETAG)).startsWith("\"");
        assertThat(answer.header(WireHeaders.SESSION_TOKEN)).isEqualTo("0:-1#3");
        assertThat(Double.parseDouble(answer.header(WireHeaders.REQUEST_CHARGE)))
                .isGreaterThan(5);
    }

    @Test
    void theContentTypeDoesNotMatter() {
        for (String type : new String[] {
            "application/json-patch+json",
            "application/json_patch+json",
            "application/json",
            "application/query+json",
            ""
        }) {
            patch("[{'op':'set','path':'/x','value':1}]", WireHeaders.CONTENT_TYPE, type)
                    .expect(200);
        }
    }

    @Test
    void whoDoesNotWantToSeeTheItemDoesNot() {
        assertThat(patch("[{'op':'set','path':'/x','value':1}]", WireHeaders.PREFER, "return=minimal")
                        .expect(200)
                        .text())
                .isEmpty();
    }

    @Test
    void aConditionThatDoesNotHoldIsAFailedPrecondition() {
        Answer answer = patch("{'condition':'from c where c.n > 1','operations':[{'op':'remove','path':'/n'}]}")
                .expect(412);
        assertThat(answer.header(WireHeaders.SUB_STATUS)).isEqualTo("1110");
        patch("[{'op':'remove','path':'/n'}]", WireHeaders.IF_MATCH, "\"x\"").expect(412);
    }

    @Test
    void anExpiredItemIsNotFound() {
        client.pass(10);
        patch("{'condition':'from c where c.n > 1','operations':[{'op':'remove','path':'/n'}]}")
                .expect(404);
    }

    @Test
    void whatCannotBeDoneIsABadRequest() {
        patch("{}").expect(400);
        patch("[{'op':'set','path':'/_ts','value':1}]").expect(400);
        patch("[{'op':'set','path':'/ttl','value':0}]").expect(400);
        patch("[{'op':'set','path':'/x','value':1}]", WireHeaders.PARTITION_KEY, "")
                .expect(400);
        patch("{'condition':'from c where','operations':[{'op':'remove','path':'/n'}]}")
                .expect(400);
        client.send(Verb.PATCH, DOCS, "[]", Map.of()).expect(405);
    }
}
