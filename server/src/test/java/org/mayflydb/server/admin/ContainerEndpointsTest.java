package org.mayflydb.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.MovableClock;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.server.ServerSettings;
import org.mayflydb.server.auth.AccountKeys;
import org.mayflydb.server.auth.KeyRing;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.protocol.WireResponse;

/** What operators may ask about one container, without a transport. */
class ContainerEndpointsTest {
    private static final long START = 1_794_700_800L;
    private static final String BASE = "/_mayfly/databases/d%20b/containers/c/";
    private static final String KEY = "&partitionKey=" + URLEncoder.encode("[\"p\"]", StandardCharsets.UTF_8);

    private final MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(START));
    private final Mayfly mayfly =
            Mayfly.builder().clock(clock).backgroundPurge(false).inMemory();
    private final Container container = mayfly.createDatabase("d b")
            .createContainer(ContainerSpec.named("c").partitionKey("/pk").defaultTtlSeconds(100));
    private final AdminHandler handler = new AdminHandler(
            (request, reply) -> reply.accept(new WireResponse(418)),
            new KeyRing(AccountKeys.of(ServerSettings.WELL_KNOWN_KEY)),
            Runnable::run,
            Map.of(),
            Map.of(),
            Map.of(),
            new ContainerEndpoints(mayfly.engine()));

    @AfterEach
    void close() {
        mayfly.close();
    }

    private WireResponse send(Verb verb, String path, String query, String body, String key) {
        AtomicReference<@Nullable WireResponse> response = new AtomicReference<>();
        WireRequest request = new WireRequest(
                verb,
                path,
                name -> name.equals("authorization") ? "Bearer " + key : null,
                body.getBytes(StandardCharsets.UTF_8),
                "http://localhost:8081",
                query);
        handler.handle(request, response::set);
        return Invariant.present(response.get(), "it is answered at once");
    }

    private String get(int status, String command, String query) {
        return text(status, send(Verb.GET, BASE + command, query, "", ServerSettings.WELL_KNOWN_KEY));
    }

    private String post(int status, String command, String body) {
        return text(status, send(Verb.POST, BASE + command, "", body, ServerSettings.WELL_KNOWN_KEY));
    }

    private static String text(int status, WireResponse response) {
        String text = new String(response.body(), StandardCharsets.UTF_8);
        assertThat(response.status()).as(text).isEqualTo(status);
        return text;
    }

    private void create(String id, String ttl) {
        container.create("{\"id\":\"" + id + "\",\"pk\":\"p\"" + ttl + "}");
    }

    private void pass(long seconds) {
        clock.advance(Duration.ofSeconds(seconds));
    }

    @Test
    void everyCommandWantsAKeyThatMayWrite() {
        for (String command : new String[] {"explain", "forecast", "what-if", "lag", "expired"}) {
            text(401, send(Verb.GET, BASE + command, "", "", "nonsense"));
        }
        text(401, send(Verb.POST, BASE + "restore", "", "{}", "nonsense"));
        text(401, send(Verb.POST, BASE + "purge", "", "{}", "nonsense"));
    }

    @Test
    void itemIsExplained() {
        create("a", "");
        pass(30);
        assertThat(get(200, "explain", "id=a" + KEY))
                .isEqualTo("{\"state\":\"LIVE\",\"now\":" + (START + 30) + ",\"defaultTtl\":100,"
                        + "\"rule\":\"CONTAINER_DEFAULT\",\"ttl\":null,\"timestamp\":" + START + ",\"countsFrom\":"
                        + START + ",\"deadline\":" + (START + 100) + ",\"secondsLeft\":70}");
        assertThat(get(200, "explain", "id=absent" + KEY))
                .isEqualTo("{\"state\":\"ABSENT\",\"now\":" + (START + 30) + ",\"defaultTtl\":100}");
    }

    @Test
    void itemThatNeverExpiresHasNoDeadline() {
        create("a", ",\"ttl\":-1");
        assertThat(get(200, "explain", "id=a" + KEY))
                .contains("\"rule\":\"ITEM_NEVER\"", "\"ttl\":-1", "\"deadline\":null", "\"secondsLeft\":null");
    }

    @Test
    void continuationOfALiveListIsRefusedForExpiredItems() {
        create("a", "");
        create("b", "");
        get(400, "expired", "continuation=" + container.list(null, 1, null).continuation());
    }

    @Test
    void requestsThatMakeNoSenseAreRefused() {
        get(400, "explain", KEY);
        get(400, "explain", "id=a");
        get(400, "explain", "id=a&partitionKey=p");
        get(400, "explain", "id=%zz" + KEY);
        get(400, "explain", "id=a&id=b" + KEY);
        get(400, "explain", "id=a&other=1" + KEY);
        get(400, "forecast", "buckets=10");
        get(400, "forecast", "bucketSeconds=0");
        get(400, "forecast", "bucketSeconds=60&buckets=100000");
        get(400, "what-if", "");
        get(400, "what-if", "defaultTtl=0");
        get(400, "what-if", "defaultTtl=");
        get(400, "expired", "max=0");
        get(400, "expired", "continuation=x");
        post(400, "restore", "[]");
        post(400, "restore", "{\"id\":\"a\"}");
        post(400, "restore", "{\"id\":\"a\",\"partitionKey\":[\"p\"],\"ttl\":0}");
        post(400, "restore", "{\"id\":\"a\",\"partitionKey\":[\"p\"],\"seconds\":5}");
        get(404, "nonsense", "");
        get(405, "purge", "");
        post(405, "forecast", "");
        text(404, send(Verb.GET, "/_mayfly/databases/d/containers/x/lag", "", "", ServerSettings.WELL_KNOWN_KEY));
        text(404, send(Verb.GET, "/_mayfly/databases/d", "", "", ServerSettings.WELL_KNOWN_KEY));
    }

    @Test
    void forecastHasTheBucketsThatAreAskedFor() {
        create("a", "");
        create("own", ",\"ttl\":10");
        create("gone", ",\"ttl\":1");
        pass(1);
        String forecast = get(200, "forecast", "bucketSeconds=50&buckets=2");
        assertThat(forecast)
                .contains("\"buckets\":[{\"after\":" + (START + 1) + ",\"until\":" + (START + 51) + ",\"items\":1,")
                .contains("{\"after\":" + (START + 51) + ",\"until\":" + (START + 101) + ",\"items\":1,")
                .contains("\"expired\":{\"items\":1,", "\"live\":{\"items\":2,", "\"exact\":true", "\"errorItems\":0");
        assertThat(get(200, "forecast", "")).contains("\"until\":" + (START + 61));
    }

    @Test
    void whatIfComparesTwoDefaults() {
        create("a", "");
        pass(50);
        create("b", "");
        assertThat(get(200, "what-if", "defaultTtl=50")).contains("\"removed\":{\"items\":1,");
        pass(60);
        assertThat(get(200, "what-if", "defaultTtl=off")).contains("\"broughtBack\":{\"items\":1,");
        assertThat(get(200, "what-if", "defaultTtl=-1")).contains("\"broughtBack\":{\"items\":1,");
    }

    @Test
    void expiredItemsAreShownRestoredAndPurged() {
        create("a", "");
        create("b", "");
        create("c", "");
        pass(100);
        assertThat(get(200, "lag", ""))
                .contains("\"backlogItems\":3", "\"oldestDeadline\":" + (START + 100), "\"drainSeconds\":null");
        String page = get(200, "expired", "max=2");
        assertThat(page)
                .startsWith("{\"items\":[{\"deadline\":" + (START + 100) + ",\"item\":{\"id\":\"a\",")
                .doesNotContain("\"id\":\"c\"");
        String continuation = page.replaceFirst(".*\"continuation\":\"([^\"]+)\".*", "$1");
        assertThat(get(200, "expired", "continuation=" + continuation))
                .contains("\"id\":\"c\"", "\"continuation\":null");
        String restored = post(200, "restore", "{\"id\":\"a\",\"partitionKey\":[\"p\"],\"ttl\":5}");
        assertThat(restored).contains("\"ttl\":5", "\"_ts\":" + (START + 100));
        assertThat(container.read("a", PartitionKey.of("p")).json()).isEqualTo(restored);
        post(409, "restore", "{\"id\":\"a\",\"partitionKey\":[\"p\"]}");
        post(404, "restore", "{\"id\":\"x\",\"partitionKey\":[\"p\"]}");
        assertThat(post(200, "purge", "")).startsWith("{\"purgedItems\":2,\"purgedBytes\":");
        assertThat(get(200, "lag", ""))
                .contains("\"backlogItems\":0", "\"purgedItems\":2", "\"purgedUnits\":11.92", "\"drainSeconds\":0");
    }

    @Test
    void otherPathsAreNotTheirs() {
        text(418, send(Verb.GET, "/dbs", "", "", "nobody"));
    }
}
