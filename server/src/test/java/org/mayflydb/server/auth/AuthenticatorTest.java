package org.mayflydb.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.ForbiddenException;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.UnauthorizedException;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest.Verb;

class AuthenticatorTest {
    private static final List<Verb> VERBS = List.of(Verb.values());
    private static final String ITEM = "dbs/db/colls/c/docs/a";

    private final TestAccount account = new TestAccount();

    @Test
    void whoHasAKeyMayDoEverything() {
        TestRequest request = TestRequest.of(Verb.DELETE, "/dbs/db");
        assertThat(account.authenticate(request.signed(TestAccount.PRIMARY, "dbs", "dbs/db")))
                .isEqualTo(new Principal.Master("primary key", false));
        assertThat(account.authenticate(request.signed(TestAccount.SECONDARY, "dbs", "dbs/db")))
                .isEqualTo(new Principal.Master("secondary key", false));
    }

    @Test
    void headerMayBeEncodedOrNot() {
        // A signature with a plus, which must not become a space.
        String link = "";
        String plain = "";
        for (int i = 0; !plain.contains("+"); i++) {
            link = "dbs/db" + i;
            plain = "type=master&ver=1.0&sig="
                    + TestAccount.mac(TestAccount.PRIMARY, "get\ndbs\n" + link + "\nsun, 15 nov 2026 20:55:11 gmt\n\n");
        }
        TestRequest request = TestRequest.get("/" + link);
        assertThat(account.authenticate(request.authorized(plain))).isInstanceOf(Principal.Master.class);
        assertThat(account.authenticate(request.authorized(TestAccount.encoded(plain))))
                .isInstanceOf(Principal.Master.class);
        assertThat(account.authenticate(request.authorized(plain.replace("=", "%3d"))))
                .isInstanceOf(Principal.Master.class);
    }

    @Test
    void requestWithoutAuthorizationIsRefused() {
        assertThatThrownBy(() -> account.authenticate(TestRequest.get("/dbs")))
                .isInstanceOf(UnauthorizedException.class)
                .hasMessageContaining("missing");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x",
                "Bearer abc",
                "type=master",
                "type=master&ver=1.0",
                "type=master&ver=2.0&sig=AAAA",
                "type=other&ver=1.0&sig=AAAA",
                "type%3Dmaster%26ver%3D1.0%26sig%3",
                "type%3Dmaster%26ver%3D1.0%26sig%3Dab%zz",
                "type=master&ver=1.0&sig=",
                "type=master&ver=1.0&sig=not base64",
                "type=resource&ver=1.0&sig=",
                "type=resource&ver=1.0&sig=;;",
                "type=resource&ver=1.0&sig=a;b;",
                "type=resource&ver=1.0&sig=a;b;c;",
                "type=resource&ver=1.0&sig=\u00FC;\u00FC;"
            })
    void headerThatProvesNothingIsRefused(String header) {
        assertThatThrownBy(() -> account.authenticate(TestRequest.get("/dbs").authorized(header)))
                .isInstanceOf(UnauthorizedException.class);
    }

    @Test
    void tokensOfEntraIdAreRefusedInClearWords() {
        assertThatThrownBy(() ->
                        account.authenticate(TestRequest.get("/dbs").authorized("type=aad&ver=1.0&sig=ey.ey.sig")))
                .isInstanceOf(UnauthorizedException.class)
                .hasMessageContaining("Entra ID");
    }

    @Test
    void signatureIsGoodForItsVerbPathAndDateOnly() {
        TestRequest signed = TestRequest.get("/" + ITEM).signed(TestAccount.PRIMARY, "docs", ITEM);
        account.authenticate(signed);
        String header = TestAccount.signed(TestAccount.PRIMARY, "GET", "docs", ITEM, TestAccount.DATE);
        assertUnauthorized(TestRequest.of(Verb.DELETE, "/" + ITEM).authorized(header));
        assertUnauthorized(TestRequest.get("/" + ITEM + "x").authorized(header));
        assertUnauthorized(TestRequest.get("/dbs/db/colls/c/docs").authorized(header));
        assertUnauthorized(TestRequest.get("/dbs/db/colls/c/sprocs/a").authorized(header));
        assertUnauthorized(signed.with(WireHeaders.DATE, "Sun, 15 Nov 2026 20:55:12 GMT"));
        assertUnauthorized(signed.without(WireHeaders.DATE));
    }

    @Test
    void refusalShowsWhatToSignAndNoSecret() {
        String wrong = TestAccount.signed(TestAccount.STRANGER, "GET", "docs", ITEM, TestAccount.DATE);
        assertThatThrownBy(
                        () -> account.authenticate(TestRequest.get("/" + ITEM).authorized(wrong)))
                .isInstanceOf(UnauthorizedException.class)
                .hasMessageContaining("The wrong key is being used")
                .hasMessageContaining("'get\ndocs\n" + ITEM + "\nsun, 15 nov 2026 20:55:11 gmt\n\n'")
                .hasMessageNotContaining(wrong.substring(wrong.indexOf("sig") + 6, wrong.length() - 6))
                .hasMessageNotContaining(TestAccount.mac(
                        TestAccount.PRIMARY, "get\ndocs\n" + ITEM + "\n" + "sun, 15 nov 2026 20:55:11 gmt\n\n"));
    }

    @Test
    void signatureIsGoodForFifteenMinutesBothWays() {
        account.authenticate(dated(TestAccount.MACHINE_TIME.minusSeconds(900)));
        account.authenticate(dated(TestAccount.MACHINE_TIME.plusSeconds(900)));
        assertForbidden(dated(TestAccount.MACHINE_TIME.minusSeconds(901)));
        assertForbidden(dated(TestAccount.MACHINE_TIME.plusSeconds(901)));
    }

    @Test
    void movingTheDatabaseClockDoesNotSpoilSignatures() {
        account.pass(90L * 86_400);
        assertThat(account.authenticate(dated(TestAccount.MACHINE_TIME))).isInstanceOf(Principal.Master.class);
    }

    @Test
    void dateThatIsNoneIsRefused() {
        TestRequest undated = TestRequest.get("/dbs").without(WireHeaders.DATE);
        assertUnauthorized(undated.authorized(TestAccount.signed(TestAccount.PRIMARY, "GET", "dbs", "", "")));
        assertUnauthorized(undated.with(WireHeaders.DATE, "2026-11-15T20:55:11Z")
                .authorized(TestAccount.signed(TestAccount.PRIMARY, "GET", "dbs", "", "2026-11-15T20:55:11Z")));
    }

    @Test
    void readOnlyKeyReadsAndQueries() {
        TestRequest query = TestRequest.post("/dbs/db/colls/c/docs");
        assertReads(TestRequest.get("/" + ITEM).signed(TestAccount.READ_ONLY, "docs", ITEM));
        assertReads(signedFeed(query.with(WireHeaders.IS_QUERY, "True")));
        assertReads(signedFeed(query.with(WireHeaders.IS_QUERY_PLAN, "True")));
        assertReads(signedFeed(query.with(WireHeaders.CONTENT_TYPE, "application/query+json; charset=utf-8")));
    }

    @Test
    void readOnlyKeyDoesNotWrite() {
        TestRequest create = TestRequest.post("/dbs/db/colls/c/docs");
        assertForbidden(signedFeed(create));
        assertForbidden(signedFeed(create.with(WireHeaders.CONTENT_TYPE, "application/json")));
        assertForbidden(signedFeed(create.with(WireHeaders.IS_QUERY, "true").with(WireHeaders.IS_BATCH, "true")));
        assertForbidden(signedFeed(create.with(WireHeaders.IS_QUERY, "true").with(WireHeaders.IS_UPSERT, "true")));
        for (Verb verb : new Verb[] {Verb.PUT, Verb.PATCH, Verb.DELETE}) {
            assertForbidden(TestRequest.of(verb, "/" + ITEM).signed(TestAccount.READ_ONLY, "docs", ITEM));
        }
        String script = "dbs/db/colls/c/sprocs/s";
        assertForbidden(TestRequest.post("/" + script)
                .with(WireHeaders.IS_QUERY, "true")
                .signed(TestAccount.READ_ONLY, "sprocs", script));
    }

    @Test
    void readOnlyKeyDoesNotReadPermissions() {
        assertForbidden(TestRequest.get("/dbs/db/users/ann/permissions")
                .signed(TestAccount.READ_ONLY, "permissions", "dbs/db/users/ann"));
        assertReads(TestRequest.get("/dbs/db/users/ann").signed(TestAccount.READ_ONLY, "users", "dbs/db/users/ann"));
    }

    @Test
    void keysAreNotPrinted() {
        assertThat(account.keys.toString()).isEqualTo("AccountKeys[3]");
        assertThat(AuthorizationHeader.parse("type=master&ver=1.0&sig=c2VjcmV0").toString())
                .doesNotContain("c2VjcmV0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "not base64", "AAAAA"})
    void keyThatIsNoneIsRefusedWithoutPrintingIt(String key) {
        assertThatThrownBy(() -> AccountKeys.of(key))
                .isInstanceOf(BadRequestException.class)
                .hasMessageStartingWith("An account key is ");
    }

    @Test
    void anyHeaderIsAnsweredOrRefused() {
        long seed = 20_261_115L;
        Random random = new Random(seed);
        String token = account.token("All", "dbs/db/colls/c");
        String master = TestAccount.signed(TestAccount.PRIMARY, "GET", "docs", ITEM, TestAccount.DATE);
        for (int i = 0; i < 50_000; i++) {
            String header = mutated(random, random.nextBoolean() ? token : master);
            TestRequest request = TestRequest.of(
                            VERBS.get(random.nextInt(VERBS.size())), random.nextBoolean() ? "/" + ITEM : "/")
                    .with(
                            WireHeaders.DATE,
                            random.nextInt(4) == 0 ? mutated(random, TestAccount.DATE) : TestAccount.DATE)
                    .withKey(mutated(random, "[\"k\"]"))
                    .authorized(header);
            try {
                account.authenticate(request);
            } catch (MayflyException refused) {
                assertThat(refused.status()).describedAs("seed %s", seed).isBetween(400, 403);
            } catch (RuntimeException wrong) {
                throw new AssertionError("seed " + seed + ", header " + header, wrong);
            }
        }
    }

    private static String mutated(Random random, String text) {
        StringBuilder changed = new StringBuilder(text);
        for (int changes = random.nextInt(4); changes > 0 && !changed.isEmpty(); changes--) {
            int place = random.nextInt(changed.length());
            switch (random.nextInt(4)) {
                case 0 -> changed.setCharAt(place, (char) random.nextInt(0x180));
                case 1 -> changed.deleteCharAt(place);
                case 2 -> changed.setLength(place);
                default -> changed.insert(place, "%;&=".charAt(random.nextInt(4)));
            }
        }
        return changed.toString();
    }

    private static TestRequest dated(Instant date) {
        String text = DateTimeFormatter.RFC_1123_DATE_TIME.format(date.atOffset(ZoneOffset.UTC));
        return TestRequest.get("/dbs")
                .with(WireHeaders.DATE, text)
                .authorized(TestAccount.signed(TestAccount.PRIMARY, "GET", "dbs", "", text));
    }

    private static TestRequest signedFeed(TestRequest request) {
        return request.signed(TestAccount.READ_ONLY, "docs", "dbs/db/colls/c");
    }

    private void assertReads(TestRequest request) {
        assertThat(account.authenticate(request)).isEqualTo(new Principal.Master("primary read-only key", true));
    }

    private void assertUnauthorized(TestRequest request) {
        assertThatThrownBy(() -> account.authenticate(request)).isInstanceOf(UnauthorizedException.class);
    }

    private void assertForbidden(TestRequest request) {
        assertThatThrownBy(() -> account.authenticate(request)).isInstanceOf(ForbiddenException.class);
    }
}
