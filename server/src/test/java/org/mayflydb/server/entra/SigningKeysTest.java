package org.mayflydb.server.entra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonValue;

class SigningKeysTest {
    private static SigningKeys parse(Object json) {
        return SigningKeys.parse(JsonValue.of(json).toBytes());
    }

    private static Map<String, String> changed(String name, String value) {
        Map<String, String> jwk = new TreeMap<>(TestIssuer.jwk("one"));
        jwk.put(name, value);
        return jwk;
    }

    private static void unusable(Map<String, String> jwk) {
        assertThatThrownBy(() -> parse(Map.of("keys", List.of(jwk))))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("no RSA key");
    }

    @Test
    void rsaKeysForSignaturesAreKeptAndOthersLeftOut() {
        SigningKeys keys = parse(
                Map.of("keys", List.of(TestIssuer.jwk("one"), changed("kty", "EC"), Map.of("kty", "RSA"), "text")));
        assertThat(keys.size()).isEqualTo(1);
        assertThat(keys.has("one")).isTrue();
    }

    @Test
    void keysThatAreWeakExpensiveOrForSomethingElseAreNotUsed() {
        unusable(changed("use", "enc"));
        unusable(changed("alg", "RS512"));
        unusable(changed("n", TestIssuer.encode(new byte[] {1, 0, 0, 0})));
        unusable(changed("n", "A".repeat(4) + "_".repeat(2000)));
        unusable(changed("e", TestIssuer.encode(new byte[] {1})));
        unusable(changed("e", TestIssuer.encode(new byte[] {1, 0, 0, 0, 1})));
        unusable(changed("n", "not base64!"));
    }

    @Test
    void hugeKeySetsAreRefused() {
        assertThatThrownBy(() -> parse(Map.of("keys", Collections.nCopies(101, TestIssuer.jwk("one")))))
                .hasMessageContaining("more than 100 keys");
        assertThatThrownBy(() -> SigningKeys.parse(" ".repeat((256 << 10) + 1).getBytes(StandardCharsets.UTF_8)))
                .hasMessageContaining("more than 262144 bytes");
        assertThatThrownBy(() -> SigningKeys.parse("[".repeat(100_000).getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(BadRequestException.class);
    }
}
