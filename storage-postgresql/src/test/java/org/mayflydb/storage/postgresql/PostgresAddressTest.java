package org.mayflydb.storage.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mayflydb.storage.StoreAddress;
import org.mayflydb.storage.StoreUnavailableException;

class PostgresAddressTest {

    private static PostgresAddress parse(String text) {
        return PostgresAddress.parse(StoreAddress.parse(text));
    }

    @Test
    void hostAndDatabaseAreEnough() {
        PostgresAddress address = parse("postgresql://db.example.com/items");
        assertThat(address)
                .isEqualTo(new PostgresAddress(
                        null,
                        List.of("db.example.com:5432"),
                        "items",
                        "mayfly",
                        16,
                        Duration.ofSeconds(30),
                        "verify-full",
                        Map.of(),
                        null));
        assertThat(address.location()).isEqualTo("postgresql://db.example.com:5432/items");
    }

    @Test
    void everythingCanBeNamed() {
        assertThat(parse("postgresql://me@a:1,[::1]:2/x%20y?schema=s1&connections=3&timeout=4&sslmode=require"
                        + "&sslrootcert=/ca.pem&passwordfile=/run/secret"))
                .isEqualTo(new PostgresAddress(
                        "me",
                        List.of("a:1", "[::1]:2"),
                        "x y",
                        "s1",
                        3,
                        Duration.ofSeconds(4),
                        "require",
                        Map.of("sslrootcert", "/ca.pem"),
                        Path.of("/run/secret")));
    }

    @Test
    void serverOnThisMachineNeedsNoCertificate() {
        assertThat(parse("postgresql://localhost/d").sslMode()).isEqualTo("prefer");
        assertThat(parse("postgresql://localhost,other/d").sslMode()).isEqualTo("verify-full");
    }

    @Test
    void passwordIsRefusedAndNotRepeated() {
        for (String address : List.of("postgresql://me:hunter2@host/d", "postgresql://me@host/d?password=hunter2")) {
            assertThatThrownBy(() -> parse(address))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("PGPASSWORD")
                    .hasMessageNotContaining("hunter2");
        }
    }

    @Test
    void certificateOfTheUserNeedsTheAuthorityOfTheServer() {
        assertThatThrownBy(() -> parse("postgresql://host/d?sslcert=/own.crt&sslkey=/own.pem"))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("need sslrootcert");
        parse("postgresql://host/d?sslmode=require&sslcert=/own.crt&sslkey=/own.pem");
    }

    @Test
    void wrongAddressIsRefusedWithTheReason() {
        Map<String, String> reasons = Map.of(
                "postgresql:data", "not of the form",
                "postgresql://host", "not of the form",
                "postgresql://host:99999/d", "is not HOST:PORT",
                "postgresql://host,/d", "is not HOST:PORT",
                "postgresql://host/d?colour=red", "the parameter 'colour'",
                "postgresql://host/d?schema=A;drop", "the parameter schema",
                "postgresql://host/d?connections=0", "a number from 1 to 1000",
                "postgresql://host/d?sslmode=maybe", "must be one of",
                "postgresql://host/d?timeout=1&timeout=2", "twice",
                "postgresql://host/%zz", "hexadecimal");
        reasons.forEach((address, reason) -> assertThatThrownBy(() -> parse(address))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining(reason));
    }
}
