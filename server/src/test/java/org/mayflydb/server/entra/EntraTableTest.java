package org.mayflydb.server.entra;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.server.entra.EntraTable.Ask;
import org.mayflydb.server.entra.EntraTable.Holder;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.protocol.WireResponse;

/** Every role in every scope, every operation and every kind of broken token, over HTTP. */
class EntraTableTest {
    private static final Ask READ = EntraTable.asks().stream()
            .filter(ask -> ask.verb() == Verb.GET && ask.path().endsWith("/docs/a"))
            .findFirst()
            .orElseThrow();

    private final EntraTable table;

    EntraTableTest(@TempDir Path directory) {
        table = new EntraTable(directory);
    }

    @AfterEach
    void close() {
        table.close();
    }

    private CompletableFuture<WireResponse> send(Ask ask, String authorization) {
        CompletableFuture<WireResponse> answer = new CompletableFuture<>();
        table.gateway().handle(request(ask, authorization), answer::complete);
        return answer;
    }

    private static WireRequest request(Ask ask, String authorization) {
        Map<String, String> headers = new HashMap<>(ask.headers());
        headers.put("authorization", authorization);
        return new WireRequest(
                ask.verb(),
                ask.path(),
                name -> headers.get(name.toLowerCase(Locale.ROOT)),
                ask.body().getBytes(StandardCharsets.UTF_8),
                "http://localhost",
                "$resolveFor=" + ask.headers().getOrDefault("$resolveFor", "dbs"));
    }

    private static String text(WireResponse response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    private String outcome(String authorization) throws Exception {
        WireResponse response = send(READ, authorization).get(20, TimeUnit.SECONDS);
        return response.status() + "/" + response.header("x-ms-substatus");
    }

    private Map<String, Object> claims(String... changes) {
        Map<String, Object> claims = table.claims(table.contributor());
        for (int i = 0; i < changes.length; i += 2) {
            if (changes[i + 1].isEmpty()) {
                claims.remove(changes[i]);
            } else {
                claims.put(changes[i], changes[i + 1]);
            }
        }
        return claims;
    }

    private String outcome(Map<String, Object> claims) throws Exception {
        return outcome(table.authorization("one", claims));
    }

    @Test
    void everybodyMayDoWhatTheirRoleAllowsInItsScopeAndNothingElse() {
        for (Holder holder : table.holders()) {
            String authorization = table.authorization(holder);
            Stream.concat(EntraTable.asks().stream(), EntraTable.moreAsksOverHttp().stream())
                    .forEach(ask -> {
                        WireResponse response = send(ask, authorization).join();
                        table.check(holder, ask, response.status(), response.header("x-ms-substatus"), text(response));
                    });
        }
    }

    @Test
    void tokensAreAcceptedEncodedOrNotAndAsBearer() throws Exception {
        String token = TestIssuer.token("one", claims());
        String header = "type=aad&ver=1.0&sig=" + token;
        assertThat(outcome(header)).isEqualTo("404/null");
        assertThat(outcome(URLEncoder.encode(header, StandardCharsets.UTF_8))).isEqualTo("404/null");
        assertThat(outcome(header.replace("=", "%3d").replace("&", "%26"))).isEqualTo("404/null");
        assertThat(outcome("Bearer " + token)).isEqualTo("404/null");
    }

    @Test
    void tokensThatProveNothingAreRefusedEachWithItsSubStatus() throws Exception {
        assertThat(outcome("Bearer x")).isEqualTo("401/5003");
        assertThat(outcome("Bearer a.b.c")).isEqualTo("401/5003");
        assertThat(outcome("nonsense")).isEqualTo("401/5001");
        assertThat(outcome(table.authorization("one", claims()) + "AAAA")).isEqualTo("401/5004");
        assertThat(outcome(table.authorization("unpublished", claims()))).isEqualTo("401/5200");
        assertThat(outcome("Bearer " + TestIssuer.token(Map.of("alg", "RS256", "kid", "one"), claims(), "unpublished")))
                .isEqualTo("401/5004");
        assertThat(outcome(claims("iss", "https://sts.windows.net/another/"))).isEqualTo("401/5007");
        assertThat(outcome(claims("iss", "https://login.microsoftonline.com/" + TestIssuer.TENANT + "/v2.0")))
                .isEqualTo("404/null");
        assertThat(outcome(claims("aud", "https://cosmos.azure.com/"))).isEqualTo("401/5008");
        assertThat(outcome(claims("aud", "https://localhost"))).isEqualTo("401/5008");
        assertThat(outcome(claims("scp", "openid"))).isEqualTo("401/5009");
        assertThat(outcome(claims("scp", "openid user_impersonation"))).isEqualTo("404/null");
        assertThat(outcome(claims("oid", ""))).isEqualTo("401/5011");
        assertThat(outcome(claims("exp", ""))).isEqualTo("401/5003");
        assertThat(outcome(claims("exp", "tomorrow"))).isEqualTo("401/5003");
    }

    @Test
    void theAlgorithmIsNotTheTokensChoice() throws Exception {
        String claims = TestIssuer.encode(claims());
        String unsigned = TestIssuer.encode(Map.of("alg", "none", "kid", "one")) + "." + claims + ".";
        assertThat(outcome("Bearer " + unsigned)).isEqualTo("401/5004");
        String withPublicKey = TestIssuer.encode(Map.of("alg", "HS256", "kid", "one")) + "." + claims;
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(TestIssuer.pairOf("one").getPublic().getEncoded(), "HmacSHA256"));
        String signature = TestIssuer.encode(mac.doFinal(withPublicKey.getBytes(StandardCharsets.US_ASCII)));
        assertThat(outcome("Bearer " + withPublicKey + "." + signature)).isEqualTo("401/5004");
        assertThat(outcome("Bearer "
                        + TestIssuer.token(Map.of("alg", "RS256", "kid", "one", "crit", "exp"), claims(), "one")))
                .isEqualTo("401/5004");
    }

    @Test
    void giantAndDeepTokensAreRefusedAsMalformed() throws Exception {
        assertThat(outcome(claims("padding", "x".repeat(16 << 10)))).isEqualTo("401/5003");
        String deep = TestIssuer.encode(("[".repeat(5000) + "]".repeat(5000)).getBytes(StandardCharsets.US_ASCII));
        assertThat(outcome("Bearer " + deep + "." + deep + ".AAAA")).isEqualTo("401/5003");
    }

    @Test
    void tokensAreValidFromFiveMinutesBeforeTheyBeginToFiveMinutesAfterTheyEnd() throws Exception {
        String authorization = table.authorization("one", claims());
        table.clock.advance(Duration.ofMinutes(-5));
        assertThat(outcome(authorization)).isEqualTo("404/null");
        table.clock.advance(Duration.ofSeconds(-1));
        assertThat(outcome(authorization)).isEqualTo("401/5005");
        table.clock.advance(Duration.ofMinutes(70));
        assertThat(outcome(authorization)).isEqualTo("404/null");
        table.clock.advance(Duration.ofSeconds(1));
        assertThat(outcome(authorization)).isEqualTo("401/5006");
        assertThat(text(send(READ, authorization).join()))
                .contains("\"Request blocked by Auth mayfly : Provided AAD token has been expired since"
                        + " [11/15/2026 9:55:11 PM (UTC)]. Current server time is [11/15/2026 10:00:11 PM (UTC)]."
                        + " Please refresh the AAD token.\\r\\nActivityId: ");
    }

    @Test
    void aKeyThatIsNoLongerPublishedEndsItsTokens() throws Exception {
        String authorization = table.authorization("one", claims());
        assertThat(outcome(authorization)).isEqualTo("404/null");
        table.publish("two");
        table.reload();
        assertThat(outcome(authorization)).isEqualTo("401/5200");
        assertThat(outcome(table.authorization("two", claims()))).isEqualTo("404/null");
    }

    @Test
    void aTokenWithANewKeyWaitsForTheKeysToBeReadAgainWhichHappensOnceAMinute() throws Exception {
        assertThat(outcome(table.authorization("unpublished", claims()))).isEqualTo("401/5200");
        table.publish("one", "two");
        assertThat(outcome(table.authorization("two", claims()))).isEqualTo("401/5200");
        table.clock.advance(Duration.ofMinutes(1));
        assertThat(outcome(table.authorization("two", claims()))).isEqualTo("404/null");
    }

    @Test
    void aTokenIsVerifiedOnceAndNotByTheCallingThread() throws Exception {
        assertThat(outcome(claims())).isEqualTo("404/null");
        String authorization = table.authorization("one", claims("more", "claims"));
        int before = table.handedOn.get();
        assertThat(outcome(authorization)).isEqualTo("404/null");
        assertThat(table.handedOn.get()).isEqualTo(before + 1);
        assertThat(outcome(authorization)).isEqualTo("404/null");
        assertThat(table.handedOn.get()).isEqualTo(before + 1);
    }

    @Test
    void aTokenThatCannotBeVerifiedNeverTakesTheCallingThread() throws Exception {
        String forged = "Bearer " + TestIssuer.token(Map.of("alg", "RS256", "kid", "one"), claims(), "two");
        for (int i = 1; i <= 3; i++) {
            int before = table.handedOn.get();
            assertThat(outcome(forged)).isEqualTo("401/5004");
            assertThat(table.handedOn.get()).isEqualTo(before + 1);
        }
    }

    @Test
    void claimsAreReadOnlyOnceTheSignatureIsVerified() throws Exception {
        Map<String, String> header = Map.of("alg", "RS256", "kid", "one");
        assertThat(outcome("Bearer " + TestIssuer.tokenOf(header, "no claims", "one")))
                .isEqualTo("401/5003");
        assertThat(outcome("Bearer " + TestIssuer.tokenOf(header, "no claims", "two")))
                .isEqualTo("401/5004");
    }

    @Test
    void aRequestThatWaitsForMemoryWaitsForUnknownKeysToo() {
        String authorization = table.authorization("unpublished", claims());
        WireRequest whole = request(READ, authorization);
        assertThat(table.gateway().refusal(whole)).isNull();
        table.readKeys();
        WireResponse known = Objects.requireNonNull(table.gateway().refusal(whole));
        assertThat(known.status() + "/" + known.header("x-ms-substatus")).isEqualTo("401/5200");
        table.clock.advance(Duration.ofMinutes(1));
        WireResponse withoutBody =
                Objects.requireNonNull(table.gateway().refusal(whole.withBody(WireRequest.NOT_READ)));
        assertThat(withoutBody.status() + "/" + withoutBody.header("x-ms-substatus"))
                .isEqualTo("401/5200");
    }

    @Test
    void aPrincipalWhoseGroupsAreNotInTheTokenIsToldSo() {
        Map<String, Object> claims = table.claims(table.holders().iterator().next());
        claims.put("oid", "nobody");
        claims.put("_claim_names", Map.of("groups", "src1"));
        assertThat(text(send(READ, table.authorization("one", claims)).join()))
                .contains("on resource [dbs/db/colls/c]. Learn more: https://aka.ms/cosmos-native-rbac."
                        + "This could be because the user's group memberships were not present in the AAD token.");
    }

    @Test
    void pathsWithResourceIdsAreSubjectToTheSameRoles() {
        String docs = table.byResourceId("c") + "/docs";
        Ask read = new Ask(Verb.GET, docs, Map.of(), "", "/dbs/db/colls/c", READ.actions());
        Ask ranges = new Ask(Verb.GET, table.byResourceId("c") + "/pkranges", Map.of(), "", "/dbs/db/colls/c", null);
        for (Holder holder : table.holders()) {
            WireResponse response = send(read, table.authorization(holder)).join();
            boolean allowed = holder.scopeIncludes(read)
                    && holder.actions()
                            .contains("Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers/readChangeFeed");
            assertThat(response.status()).as(holder.toString()).isEqualTo(allowed ? 200 : 403);
            assertThat(response.header("x-ms-substatus")).isEqualTo(allowed ? null : "5303");
            boolean readsMetadata = holder.scopeIncludes(ranges)
                    && holder.actions().contains("Microsoft.DocumentDB/databaseAccounts/readMetadata");
            assertThat(send(ranges, table.authorization(holder)).join().status())
                    .as(holder.toString())
                    .isEqualTo(readsMetadata ? 200 : 403);
        }
    }

    @Test
    void aResourceIdThatBelongsToNothingIsOnlyForRolesInTheWholeAccount() {
        Ask read = new Ask(Verb.GET, table.byResourceId("c") + "/docs", Map.of(), "", "", READ.actions());
        table.deleteContainer("c");
        assertThat(send(read, table.authorization(table.contributor())).join().status())
                .isEqualTo(404);
        Holder ofDatabase = table.holder("/dbs/db");
        assertThat(send(read, table.authorization(ofDatabase)).join().header("x-ms-substatus"))
                .isEqualTo("5304");
    }

    @Test
    void aBatchNeedsTheActionOfEachOperation() {
        String operations = "[{\"operationType\":\"Read\",\"id\":\"a\",\"partitionKey\":\"[\\\"k\\\"]\"},"
                + "{\"operationType\":\"Create\",\"resourceBody\":{\"id\":\"a\",\"pk\":\"k\"},\"partitionKey\":\"[\\\"k\\\"]\"}]";
        Ask bulk = new Ask(
                Verb.POST,
                "/dbs/db/colls/c/docs",
                Map.of("x-ms-cosmos-is-batch-request", "True", "x-ms-cosmos-batch-continue-on-error", "True"),
                operations,
                "/dbs/db/colls/c",
                READ.actions());
        Holder reader = table.holders().iterator().next();
        assertThat(send(bulk, table.authorization(reader)).join().header("x-ms-substatus"))
                .isEqualTo("5302");
        assertThat(send(bulk, table.authorization(table.contributor())).join().status())
                .isEqualTo(207);
    }

    @Test
    void aContainerWithTheNameOfAnotherResourceIdIsItself() {
        String name = table.resourceIdOf("c");
        table.createContainer(name);
        Ask read = new Ask(Verb.GET, "/dbs/db/colls/" + name + "/docs", Map.of(), "", "", READ.actions());
        assertThat(send(read, table.authorization(table.holder("/dbs/db/colls/c")))
                        .join()
                        .status())
                .isEqualTo(403);
    }
}
