package org.mayflydb.clients;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The Python client, synchronous and asynchronous; its tests are in {@code src/test/python}. */
class PythonTest {
    private static final Path SCRIPTS = Path.of("src/test/python");
    private static final Path PACKAGES = Path.of("target/python");

    /** Without bytecode files, which would end up among the sources. */
    static final Map<String, String> ENVIRONMENT =
            Map.of("PYTHONPATH", PACKAGES.toAbsolutePath().toString(), "PYTHONDONTWRITEBYTECODE", "1");

    @ParameterizedTest
    @ValueSource(strings = {"sync_test.py", "async_test.py"})
    void everyTestOfTheClientSucceeds(String script) throws Exception {
        assertSucceeds(Scheme.HTTP, List.of("python3", script));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sync_test.py", "async_test.py"})
    void theClientSpeaksHttpsAsWell(String script) throws Exception {
        assertSucceeds(Scheme.HTTPS, List.of("python3", script, "ItemsTest"));
    }

    private static void assertSucceeds(Scheme scheme, List<String> command) throws Exception {
        Toolchain.PYTHON.prepare();
        try (LocalServer server = LocalServer.inMemory()) {
            Toolchain.assertSucceeds(SCRIPTS, server.environment(scheme, ENVIRONMENT), command);
        }
    }
}
