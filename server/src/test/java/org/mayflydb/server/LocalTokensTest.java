package org.mayflydb.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.SystemTime;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.server.entra.EntraSettings.Mode;

/** Tokens that prove an account key, and tokens that the server issues to whoever has one. */
class LocalTokensTest {
    private static final String OLD = Caller.key(1);
    private static final String NEW = Caller.key(2);
    private static final String READER = Caller.key(3);

    private @Nullable MayflyServer started;

    @AfterEach
    void close() {
        if (started != null) {
            started.close();
        }
    }

    private MayflyServer server(String... keysAndValues) {
        Map<String, String> flags = new HashMap<>(Map.of("memory", "true", "port", "0"));
        for (int i = 0; i < keysAndValues.length; i += 2) {
            flags.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        MayflyServer server =
                MayflyServer.start(ServerSettings.read(Map.of(), flags), () -> ServerSettings.read(Map.of(), flags));
        started = server;
        return server;
    }

    private static Mode mode(String... keysAndValues) {
        Map<String, String> flags = new HashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            flags.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return ServerSettings.read(Map.of(), flags).entra().mode();
    }

    /** As the emulator credentials of the SDKs make it: the third part is the text of the key. */
    private static String emulatorToken(String key, long expiry) {
        String header = "{\"alg\":\"RS256\",\"kid\":\"CosmosEmulatorPrimaryMaster\",\"typ\":\"JWT\"}";
        String claims = "{\"aud\":\"https://localhost.localhost\",\"iss\":\"https://sts.fake-issuer.net/x\",\"nbf\":0,"
                + "\"exp\":" + expiry
                + ",\"oid\":\"96313034-4739-43cb-93cd-74193adbe5b6\",\"scp\":\"user_impersonation\"}";
        return encode(header) + "." + encode(claims) + "." + encode(key);
    }

    private static String encode(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String emulatorToken(String key) {
        return emulatorToken(key, SystemTime.source().instant().getEpochSecond() + 3600);
    }

    private static String outcome(HttpResponse<String> response) {
        return response.statusCode() + "/"
                + response.headers().firstValue("x-ms-substatus").orElse("0");
    }

    private static String reads(Caller caller, String token) throws Exception {
        return outcome(caller.send("GET", "/dbs", "", "authorization", "type=aad&ver=1.0&sig=" + token));
    }

    private static HttpResponse<String> identity(Caller caller, String key, String more) throws Exception {
        String path = "/msi/token?api-version=2019-08-01&resource=https%3A%2F%2Flocalhost" + more;
        return caller.send("GET", path, "", "X-IDENTITY-HEADER", key);
    }

    private static String token(HttpResponse<String> response) {
        return JsonValue.parse(response.body()) instanceof JsonObject json
                        && json.get("access_token") instanceof JsonString text
                ? text.value()
                : "";
    }

    @Test
    void tokensAreLocalByDefaultOnlyWhileTheWellKnownKeyIsValid() {
        assertThat(mode()).isEqualTo(Mode.LOCAL);
        assertThat(mode("key", OLD)).isEqualTo(Mode.OFF);
        assertThat(mode("key", OLD, "entra-tokens", "local")).isEqualTo(Mode.LOCAL);
        assertThat(mode("entra-tokens", "off")).isEqualTo(Mode.OFF);
    }

    @Test
    void settingsThatDoNotFitTogetherAreRefused() {
        assertThatThrownBy(() -> mode("entra-tokens", "yes"))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("off, local or validate");
        assertThatThrownBy(() -> mode("entra-tokens", "validate")).hasMessageContaining("entra-issuers");
        assertThatThrownBy(() -> mode("entra-tokens", "validate", "entra-issuers", "t", "entra-keys", "f"))
                .hasMessageContaining("entra-roles");
        assertThatThrownBy(() -> mode("entra-issuers", "t")).hasMessageContaining("entra-issuers has no effect");
        assertThatThrownBy(() -> mode("entra-tokens", "off", "entra-roles", "f"))
                .hasMessageContaining("entra-roles has no effect");
        assertThatThrownBy(() -> mode(
                        "entra-tokens",
                        "validate",
                        "entra-issuers",
                        "t",
                        "entra-roles",
                        "f",
                        "entra-keys",
                        "http://example.com/keys"))
                .hasMessageContaining("https URL");
    }

    @Test
    void aServerWithoutTokensSaysSo() throws Exception {
        Caller caller = new Caller(server("key", OLD));
        assertThat(reads(caller, emulatorToken(OLD))).isEqualTo("401/5002");
        assertThat(outcome(caller.send("GET", "/dbs", ""))).isEqualTo("401/5000");
        assertThat(identity(caller, OLD, "").statusCode()).isNotEqualTo(200);
    }

    @Test
    void aTokenThatContainsAKeyAllowsWhatARoleCanAndEndsWithTheKey(@TempDir Path directory) throws Exception {
        Path keys = Files.writeString(directory.resolve("keys"), OLD);
        MayflyServer server = server("key-file", keys.toString(), "entra-tokens", "local");
        Caller caller = new Caller(server);
        assertThat(reads(caller, emulatorToken(OLD))).isEqualTo("200/0");
        assertThat(reads(caller, emulatorToken(NEW))).isEqualTo("401/5004");
        assertThat(reads(caller, emulatorToken(OLD, 1_600_000_000))).isEqualTo("401/5006");
        assertThat(outcome(
                        caller.send("POST", "/dbs", "{\"id\":\"d\"}", "authorization", "Bearer " + emulatorToken(OLD))))
                .isEqualTo("403/5300");
        Files.writeString(keys, NEW);
        server.reload();
        assertThat(reads(caller, emulatorToken(OLD))).isEqualTo("401/5004");
        assertThat(reads(caller, emulatorToken(NEW))).isEqualTo("200/0");
    }

    @Test
    void whoeverHasAKeyIsIssuedATokenThatEndsWithTheKey(@TempDir Path directory) throws Exception {
        Path keys = Files.writeString(directory.resolve("keys"), OLD);
        MayflyServer server = server("key-file", keys.toString(), "entra-tokens", "local");
        Caller caller = new Caller(server);
        HttpResponse<String> issued = identity(caller, OLD, "");
        assertThat(issued.body())
                .matches("\\{\"access_token\":\"[^\"]+\",\"expires_on\":\"\\d+\",\"resource\":"
                        + "\"https://localhost\",\"token_type\":\"Bearer\"\\}");
        assertThat(reads(caller, token(issued))).isEqualTo("200/0");
        assertThat(reads(caller, token(issued) + "A")).startsWith("401/");
        assertThat(identity(caller, NEW, "").statusCode()).isEqualTo(401);
        assertThat(caller.send("GET", "/msi/token?resource=x", "").statusCode()).isEqualTo(401);
        assertThat(caller.send("GET", "/msi/token", "", "X-IDENTITY-HEADER", OLD)
                        .statusCode())
                .isEqualTo(400);
        assertThat(identity(caller, OLD, "&mi_res_id=x").statusCode()).isEqualTo(400);
        Files.writeString(keys, NEW);
        server.reload();
        assertThat(reads(caller, token(issued))).isEqualTo("401/5004");
    }

    @Test
    void claimsAreReadOnlyOnceTheKeyIsProved() throws Exception {
        Caller caller = new Caller(server("key", OLD, "entra-tokens", "local"));
        String header = encode("{\"alg\":\"RS256\"}") + "." + encode("no claims") + ".";
        assertThat(reads(caller, header + encode(NEW))).isEqualTo("401/5004");
        assertThat(reads(caller, header + encode(OLD))).isEqualTo("401/5003");
        String padding = "x".repeat(8 << 10);
        assertThat(reads(caller, header + padding)).isEqualTo("401/5003");
    }

    @Test
    void issuingATokenIsAudited(@TempDir Path directory) throws Exception {
        Path log = directory.resolve("audit.log");
        MayflyServer server = server("key", OLD, "entra-tokens", "local", "audit-log", log.toString());
        Caller caller = new Caller(server);
        String issued = token(identity(caller, OLD, "&client_id=ann"));
        assertThat(identity(caller, NEW, "").statusCode()).isEqualTo(401);
        server.close();
        List<String> lines = Files.readAllLines(log);
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0))
                .contains("\"action\":\"issue token\"", "\"actor\":\"primary key\"", "\"status\":200")
                .doesNotContain(issued, OLD, "ann");
        assertThat(lines.get(1))
                .contains("\"action\":\"issue token\"", "\"actor\":\"unknown\"", "\"status\":401")
                .doesNotContain(NEW);
    }

    @Test
    void aReadOnlyKeyMakesReaders() throws Exception {
        Caller caller = new Caller(server("key", OLD, "read-only-key", READER, "entra-tokens", "local"));
        caller.signed(OLD, "POST", "dbs", "", "/dbs", "{\"id\":\"d\"}");
        caller.signed(
                OLD,
                "POST",
                "colls",
                "dbs/d",
                "/dbs/d/colls",
                "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\"}}");
        for (String token : new String[] {emulatorToken(READER), token(identity(caller, READER, ""))}) {
            assertThat(reads(caller, token)).isEqualTo("200/0");
            assertThat(outcome(caller.send(
                            "POST", "/dbs/d/colls/c/docs", "{\"id\":\"a\"}", "authorization", "Bearer " + token)))
                    .isEqualTo("403/5302");
        }
    }

    @Test
    void rolesApplyToTheIdentityThatATokenNamesAndAreReloaded(@TempDir Path directory) throws Exception {
        Path roles = Files.writeString(directory.resolve("roles"), "{}");
        MayflyServer server = server("entra-roles", roles.toString());
        Caller caller = new Caller(server);
        String token = token(identity(caller, ServerSettings.WELL_KNOWN_KEY, "&client_id=ann"));
        assertThat(reads(caller, token)).isEqualTo("403/5301");
        Files.writeString(
                roles,
                "{\"roleAssignments\":[{\"principalId\":\"ann\",\"scope\":\"/\","
                        + "\"roleDefinitionId\":\"00000000-0000-0000-0000-000000000001\"}]}");
        server.reload();
        assertThat(reads(caller, token)).isEqualTo("200/0");
        assertThat(reads(caller, emulatorToken(ServerSettings.WELL_KNOWN_KEY))).isEqualTo("403/5301");

        Files.writeString(roles, "{");
        assertThatThrownBy(server::reload)
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("What cannot be read for tokens of Microsoft Entra ID is as before");
        assertThat(reads(caller, token)).isEqualTo("200/0");
    }
}
