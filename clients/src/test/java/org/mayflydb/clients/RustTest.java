package org.mayflydb.clients;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The Rust client; its tests are in {@code src/test/rust}. */
class RustTest {
    static final Path CRATE = Path.of("target/rust/crate");

    @Test
    void everyTestOfTheClientSucceeds() throws Exception {
        Toolchain.RUST.prepare();
        try (LocalServer server = LocalServer.inMemory()) {
            // One after the other, because they move the clock.
            Toolchain.assertSucceeds(
                    CRATE, server.environment(Scheme.HTTP, Map.of()), cargo("test", "--", "--test-threads=1"));
        }
    }

    /** A command of cargo that uses what was built before, and the network for nothing. */
    static List<String> cargo(String command, String... arguments) {
        List<String> line =
                new ArrayList<>(List.of("cargo", command, "-q", "--locked", "--offline", "--target-dir", ".."));
        line.addAll(List.of(arguments));
        return line;
    }
}
