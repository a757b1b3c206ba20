package org.mayflydb.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.ForbiddenException;
import org.mayflydb.base.UnauthorizedException;
import org.mayflydb.catalog.PermissionMode;
import org.mayflydb.json.JsonObject;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.server.protocol.ResourceAddress;

class ResourceTokensTest {
    private static final String BEGINNING = "type=resource&ver=1.0&sig=";
    private static final TokenGrant GRANT = new TokenGrant(
            new ResourceAddress(List.of("dbs", "ECAwQA==", "colls", "ECAwQIAAAAE=", "docs", "\u00E4 b")),
            PermissionMode.READ,
            PartitionKey.of("k", 5, null),
            1_000_000,
            1_003_600);

    private final TestAccount account = new TestAccount();
    private final ResourceTokens tokens = new ResourceTokens(new KeyRing(AccountKeys.of(TestAccount.PRIMARY)));

    @Test
    void tokenSaysWhatWasGranted() {
        String token = tokens.issue(GRANT);
        assertThat(token).matches("type=resource&ver=1\\.0&sig=[\\w-]+;[\\w-]+;");
        assertThat(tokens.verify(token.substring(BEGINNING.length()))).isEqualTo(GRANT);
    }

    @Test
    void everyCharacterOfATokenCounts() {
        String signature = tokens.issue(GRANT).substring(BEGINNING.length());
        for (int i = 0; i < signature.length(); i++) {
            for (char other : "AQgwz09-_;=".toCharArray()) {
                if (signature.charAt(i) == other) {
                    continue;
                }
                String changed = signature.substring(0, i) + other + signature.substring(i + 1);
                assertThatThrownBy(() -> tokens.verify(changed))
                        .describedAs("'%s' at %s", other, i)
                        .isInstanceOf(UnauthorizedException.class);
            }
            String shortened = signature.substring(0, i) + signature.substring(i + 1);
            assertThatThrownBy(() -> tokens.verify(shortened)).isInstanceOf(UnauthorizedException.class);
        }
    }

    @Test
    void tokenEndsWithTheKeyItWasMadeWith() {
        String signature = tokens.issue(GRANT).substring(BEGINNING.length());
        ResourceTokens others = new ResourceTokens(new KeyRing(AccountKeys.of(TestAccount.SECONDARY)));
        assertThatThrownBy(() -> others.verify(signature)).isInstanceOf(UnauthorizedException.class);
    }

    @Test
    void tokenIsGoodForAnHourOfTheDatabaseClock() {
        TestRequest request = TestRequest.get("/dbs/db/colls/c").authorized(account.token("Read", "dbs/db/colls/c"));
        account.pass(3599);
        assertThat(account.authenticate(request)).isInstanceOf(Principal.Token.class);
        account.pass(1);
        assertThatThrownBy(() -> account.authenticate(request))
                .isInstanceOf(ForbiddenException.class)
                .hasMessageContaining("expired");
    }

    @Test
    void tokenOutlivesItsPermission() {
        TestRequest request = TestRequest.get("/dbs/db/colls/c").authorized(account.token("Read", "dbs/db/colls/c"));
        account.engine.users().delete("db", "ann", null);
        assertThat(account.authenticate(request)).isInstanceOf(Principal.Token.class);
    }

    @Test
    void tokenMayBePercentEncoded() {
        String token = account.token("Read", "dbs/db/colls/c");
        assertThat(account.authenticate(TestRequest.get("/dbs/db/colls/c").authorized(TestAccount.encoded(token))))
                .isInstanceOf(Principal.Token.class);
    }

    @Test
    void tokenNeedsNoDate() {
        TestRequest request = TestRequest.get("/dbs/db/colls/c").authorized(account.token("Read", "dbs/db/colls/c"));
        assertThat(account.authenticate(request.without("x-ms-date"))).isInstanceOf(Principal.Token.class);
    }

    @Test
    void lifetimeIsAnHourUnlessTheClientSaysSo() {
        assertThat(ResourceTokens.lifetime(null)).isEqualTo(3600);
        assertThat(ResourceTokens.lifetime("10")).isEqualTo(10);
        assertThat(ResourceTokens.lifetime("86400")).isEqualTo(86_400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"9", "86401", "-1", "1e3", "", "99999999999", "x"})
    void lifetimeOutsideItsBoundsIsRefused(String header) {
        assertThatThrownBy(() -> ResourceTokens.lifetime(header)).isInstanceOf(BadRequestException.class);
    }

    @Test
    void permissionIsShownWithItsToken() {
        account.token("Read", "dbs/db/colls/c");
        JsonObject shown = account.permissionJson.withToken(
                account.engine.permissions().read("db", "ann", "p0"), 7200, account.clock.instant());
        assertThat(shown.members().keySet())
                .containsExactlyInAnyOrder(
                        "id", "permissionMode", "resource", "_rid", "_self", "_etag", "_ts", "_token");
    }

    @Test
    void permissionForWhatDoesNotExistHasNoToken() {
        assertThat(account.token("Read", "dbs/db/colls/none")).isEmpty();
    }
}
