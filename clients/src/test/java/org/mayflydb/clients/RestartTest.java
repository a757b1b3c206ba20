package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.clients.CosmosFixture.exists;
import static org.mayflydb.clients.CosmosFixture.item;
import static org.mayflydb.clients.CosmosFixture.read;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server on disk that is stopped and started while clients work. */
class RestartTest {
    @TempDir
    Path data = Path.of("");

    private CosmosFixture start() {
        return new CosmosFixture(Scheme.HTTPS, LocalServer.in(data));
    }

    @Test
    void whatWasWrittenIsThereAfterARestart() {
        String etag;
        try (CosmosFixture cosmos = start()) {
            cosmos.database.createContainer(
                    new CosmosContainerProperties("c", "/pk").setDefaultTimeToLiveInSeconds(1000));
            CosmosContainer container = cosmos.database.getContainer("c");
            container.createItem(item("kept"));
            etag = container.upsertItem(item("kept").put("v", 2)).getETag();
            container.createItem(item("short").put("ttl", 100));
        }
        try (CosmosFixture cosmos = start()) {
            CosmosContainer container = cosmos.database.getContainer("c");
            assertThat(container.read().getProperties().getDefaultTimeToLiveInSeconds())
                    .isEqualTo(1000);
            assertThat(read(container, "kept").get("v").intValue()).isEqualTo(2);
            assertThat(read(container, "kept").get("_etag").textValue()).isEqualTo(etag);
            cosmos.server.advanceClock(100);
            assertThat(exists(container, "short")).isFalse();
            assertThat(exists(container, "kept")).isTrue();
        }
    }

    @Test
    void aContinuationIsResumedAfterARestart() {
        List<String> found = new ArrayList<>();
        String continuation;
        try (CosmosFixture cosmos = start()) {
            CosmosContainer container = cosmos.container(
                    new CosmosContainerProperties("c", "/pk"), ThroughputProperties.createManualThroughput(18_000));
            for (int i = 0; i < 10; i++) {
                container.createItem(item("i" + i).put("pk", "p" + i));
            }
            continuation = page(container, null, found);
        }
        try (CosmosFixture cosmos = start()) {
            CosmosContainer container = cosmos.database.getContainer("c");
            while (continuation != null) {
                continuation = page(container, continuation, found);
            }
        }
        assertThat(found).hasSize(10).doesNotHaveDuplicates();
    }

    @Test
    void aChangeFeedIsResumedAfterARestart() {
        String continuation;
        try (CosmosFixture cosmos = start()) {
            CosmosContainer container = cosmos.container(
                    new CosmosContainerProperties("c", "/pk"), ThroughputProperties.createManualThroughput(18_000));
            container.createItem(item("before"));
            continuation = changes(
                    container,
                    CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(FeedRange.forFullRange()),
                    new ArrayList<>());
            container.createItem(item("between"));
        }
        try (CosmosFixture cosmos = start()) {
            CosmosContainer container = cosmos.database.getContainer("c");
            container.createItem(item("after"));
            List<String> found = new ArrayList<>();
            changes(container, CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(continuation), found);
            assertThat(found).containsExactly("between", "after");
        }
    }

    private static String changes(
            CosmosContainer container, CosmosChangeFeedRequestOptions options, List<String> found) {
        String continuation = "";
        for (FeedResponse<ObjectNode> page :
                container.queryChangeFeed(options, ObjectNode.class).iterableByPage()) {
            page.getResults().forEach(item -> found.add(item.get("id").textValue()));
            continuation = page.getContinuationToken();
        }
        return continuation;
    }

    private static @Nullable String page(CosmosContainer container, @Nullable String continuation, List<String> found) {
        FeedResponse<ObjectNode> page = container
                .queryItems("SELECT * FROM c", new CosmosQueryRequestOptions(), ObjectNode.class)
                .iterableByPage(continuation, 3)
                .iterator()
                .next();
        page.getResults().forEach(item -> found.add(item.get("id").textValue()));
        return page.getContinuationToken();
    }
}
