package org.mayflydb.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mayflydb.server.protocol.ResourceAddress;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireRequest.Verb;

class SignatureTest {
    private static final String DATE = "sun, 15 nov 2026 20:55:11 gmt";

    private final Signature signature = new Signature(new KeyRing(AccountKeys.of(TestAccount.PRIMARY)
            .withSecondary(TestAccount.SECONDARY)
            .withReadOnly(TestAccount.READ_ONLY)));

    @Test
    void signatureThatWasComputedElsewhereIsAccepted() {
        // With Python's hmac over "get\ndocs\ndbs/Shop/colls/Orders/docs/a1\nsun, 15 nov 2026 20:55:11 gmt\n\n".
        assertThat(signer(
                        TestRequest.get("/dbs/Shop/colls/Orders/docs/a1"),
                        "GPp48l380sKFG1esAl6XiVa6tWK4aCUJxEKK7eG22mg="))
                .isEqualTo(new Principal.Master("primary key", false));
    }

    @ParameterizedTest
    @CsvSource(
            emptyValue = "",
            quoteCharacter = '\'',
            value = {
                "GET,    /,                                             '',           ''",
                "GET,    '',                                            '',           ''",
                "POST,   /dbs,                                          dbs,          ''",
                "GET,    /dbs/Shop,                                     dbs,          dbs/Shop",
                "POST,   /dbs/Shop/colls,                               colls,        dbs/Shop",
                "DELETE, /dbs/Shop/colls/Orders,                        colls,        dbs/Shop/colls/Orders",
                "POST,   /dbs/Shop/colls/Orders/docs,                   docs,         dbs/Shop/colls/Orders",
                "POST,   /dbs/Shop/colls/Orders/docs/,                  docs,         dbs/Shop/colls/Orders",
                "PUT,    /dbs/Shop/colls/Orders/docs/A1,                docs,         dbs/Shop/colls/Orders/docs/A1",
                "PATCH,  //dbs/Shop/colls/Orders/docs/A1/,              docs,         dbs/Shop/colls/Orders/docs/A1",
                "GET,    /dbs/Shop/colls/Orders/pkranges,               pkranges,     dbs/Shop/colls/Orders",
                "POST,   /dbs/Shop/colls/Orders/sprocs/Run,             sprocs,       dbs/Shop/colls/Orders/sprocs/Run",
                "POST,   /dbs/Shop/colls/Orders/operations/partitionkeydelete, colls, dbs/Shop/colls/Orders",
                "GET,    /dbs/Shop/users/Ann/permissions/P,             permissions,  dbs/Shop/users/Ann/permissions/P",
                "GET,    /offers,                                       offers,       ''",
                "GET,    /offers/TwAB,                                  offers,       twab",
                "PUT,    /offers/TwAB/,                                 offers,       twab",
                // A slash in an id that the client did not encode.
                "GET,    /dbs/Shop/colls/Orders/docs/A/B,               docs,         dbs/Shop/colls/Orders/docs/A/B",
                "GET,    /dbs/Shop/colls/Orders/docs/A/B/C,             docs,         dbs/Shop/colls/Orders/docs/A/B/C",
                // By resource id: the last one alone, in lower case.
                "GET,    /dbs/ECAwQA==,                                 dbs,          ecawqa==",
                "GET,    /dbs/ECAwQA==/colls/ECAwQIAAAAE=,              colls,        ecawqiaaaae=",
                "GET,    /dbs/ECAwQA==/colls/ECAwQIAAAAE=/pkranges,     pkranges,     ecawqiaaaae=",
                "GET,    /dbs/ECAwQA%3D%3D/colls/ECAwQIAAAAE%3D/docs/ECAwQIAAAAECAAAAAAAAAA%3D%3D/, docs,"
                        + " ecawqiaaaaecaaaaaaaaaa==",
                "POST,   /dbs/ECAwQA==/colls/ECAwQIAAAAE=/operations/partitionkeydelete, colls, ecawqiaaaae=",
                // Names that are not ASCII, or encoded for the path.
                "GET,    /dbs/Shop/colls/B%C3%BCcher/docs/a%20b%2Bc+d, docs,"
                        + " dbs/Shop/colls/B\u00FCcher/docs/a b+c+d",
                "GET,    /dbs/Shop/colls/%E6%97%A5%E6%9C%AC/docs/%F0%9F%A6%8B, docs,"
                        + " dbs/Shop/colls/\u65E5\u672C/docs/\uD83E\uDD8B",
            })
    void everyKindOfPathIsSignedAsTheProtocolSays(Verb verb, String path, String type, String link) {
        TestRequest request = TestRequest.of(verb, path);
        String text = verb.name().toLowerCase(Locale.ROOT) + "\n" + type + "\n" + link + "\n" + DATE + "\n\n";
        assertThat(signer(request, TestAccount.mac(TestAccount.PRIMARY, text)))
                .isEqualTo(new Principal.Master("primary key", false));
        assertThat(signer(request, TestAccount.mac(TestAccount.SECONDARY, text)))
                .isEqualTo(new Principal.Master("secondary key", false));
        assertThat(signer(request, TestAccount.mac(TestAccount.READ_ONLY, text)))
                .isEqualTo(new Principal.Master("primary read-only key", true));
        assertThat(signer(request, TestAccount.mac(TestAccount.STRANGER, text))).isNull();
    }

    @Test
    void lastNameAloneIsNoLinkUnlessItIsAResourceId() {
        String text = "get\ndocs\na1\n" + DATE + "\n\n";
        assertThat(signer(
                        TestRequest.get("/dbs/Shop/colls/Orders/docs/a1"), TestAccount.mac(TestAccount.PRIMARY, text)))
                .isNull();
    }

    @Test
    void letterCaseOfNamesIsSigned() {
        String text = "get\ncolls\ndbs/shop/colls/orders\n" + DATE + "\n\n";
        assertThat(signer(TestRequest.get("/dbs/Shop/colls/Orders"), TestAccount.mac(TestAccount.PRIMARY, text)))
                .isNull();
    }

    @Test
    void dateOfTheTransportIsSignedOnlyIfThereIsNoOther() {
        TestRequest both = TestRequest.get("/dbs").with(WireHeaders.HTTP_DATE, "Mon, 16 Nov 2026 00:00:00 GMT");
        TestRequest transport =
                both.without(WireHeaders.DATE).with(WireHeaders.HTTP_DATE, "Sun, 15 Nov 2026 20:55:11 GMT");
        assertThat(signer(both, TestAccount.mac(TestAccount.PRIMARY, "get\ndbs\n\n" + DATE + "\n\n")))
                .isNotNull();
        assertThat(signer(transport, TestAccount.mac(TestAccount.PRIMARY, "get\ndbs\n\n\n" + DATE + "\n")))
                .isNotNull();
    }

    @Test
    void longLinkIsSignedWhole() {
        String id = "x".repeat(2000) + "\u00FC".repeat(1000);
        TestRequest request = TestRequest.get("/dbs/" + "x".repeat(2000) + "%C3%BC".repeat(1000));
        String text = "get\ndbs\ndbs/" + id + "\n" + DATE + "\n\n";
        assertThat(signer(request, TestAccount.mac(TestAccount.PRIMARY, text))).isNotNull();
    }

    @Test
    void everyBitOfASignatureCounts() {
        TestRequest request = TestRequest.get("/dbs");
        byte[] right = Base64.getDecoder().decode(TestAccount.mac(TestAccount.PRIMARY, "get\ndbs\n\n" + DATE + "\n\n"));
        for (int bit = 0; bit < 8 * right.length; bit++) {
            byte[] wrong = right.clone();
            wrong[bit / 8] = (byte) (wrong[bit / 8] ^ 1 << bit % 8);
            assertThat(signer(request, Base64.getEncoder().encodeToString(wrong)))
                    .describedAs("bit %s", bit)
                    .isNull();
        }
    }

    @Test
    void shortOrUnreadableSignatureIsNone() {
        TestRequest request = TestRequest.get("/dbs");
        assertThat(signer(request, "")).isNull();
        assertThat(signer(request, "AAAA")).isNull();
        assertThat(signer(request, "no base64!")).isNull();
    }

    private Principal.@Nullable Master signer(TestRequest request, String base64) {
        WireRequest wire = request.toWire();
        return signature.signer(wire, ResourceAddress.parse(wire.path()), base64);
    }
}
