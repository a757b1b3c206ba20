package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.Invariant;
import org.mayflydb.key.ResourceId;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.route.Client.Answer;

/** Queries that are sent a continuation of Azure's. */
class ServiceContinuationTest {
    private static final String DOCS = "/dbs/db/colls/c/docs";
    private static final String FORM = "-RID:~%s#RT:1#TRC:2#ISV:2#IEO:65567#QCF:8";

    private final Client client = new Client().createContainer();

    @BeforeEach
    void create() {
        for (int i = 0; i < 3; i++) {
            client.create(DOCS, "{\"id\":\"" + i + "\",\"pk\":\"p\"}", "\"p\"").expect(201);
        }
    }

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void oneOfAnotherContainerHasNoEffect() {
        Answer page = query(FORM.formatted("a0NPAOszCpOChB4AAAAAAA==")).expect(200);
        assertThat(page.text()).isEqualTo(query(null).expect(200).text());
        String next = page.header("x-ms-continuation");
        assertThat(query(next).expect(200).text()).contains("\"_count\":1").isNotEqualTo(page.text());
    }

    @Test
    void oneOfThisContainerIsRefused() {
        String rid =
                String.valueOf(client.get("/dbs/db/colls/c").json().get("_rid")).replace("\"", "");
        ResourceId container = Invariant.present(ResourceId.parse(rid), "a container has a resource id");
        query(FORM.formatted(container.item(2_000_000))).expect(400);
    }

    @Test
    void oneThatNamesNoItemIsRefused() {
        query(FORM.formatted("a0NPAA==")).expect(400);
        query("-RID:~a0NPAOszCpOChB4AAAAAAA==").expect(400);
        query("-RID:~a0NPAOszCpOChB4AAAAAAA==#RT:1#" + "TRC:2#".repeat(1_000)).expect(400);
    }

    private Answer query(@Nullable String continuation) {
        Map<String, String> headers = new HashMap<>(Map.of(
                "x-ms-documentdb-partitionkey", "[\"p\"]",
                "x-ms-max-item-count", "1",
                "content-type", "application/query+json"));
        if (continuation != null) {
            headers.put("x-ms-continuation", continuation);
        }
        return client.send(Verb.POST, DOCS, "{\"query\":\"SELECT VALUE c.id FROM c\"}", headers);
    }
}
