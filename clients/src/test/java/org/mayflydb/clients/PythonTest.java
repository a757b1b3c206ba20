package org.mayflydb.clients;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The Python client, synchronous and asynchronous; its tests are in {@code src/test/python}. */
class PythonTest {
    private static final Path SCRIPTS = Path.of("src/test/python");
    private static final Path PACKAGES = Path.of("target/python");

    /** Without bytecode files, which would end up among the sources. */
    static final Map<String, String> ENVIRONMENT = Map.of(
            "PYTHONPATH", PACKAGES.toAbsolutePath().toString(),
            "PYTHONDONTWRITEBYTECODE", "1");

    @ParameterizedTest
    @CsvSource({"sync_test.py, HTTP", "sync_test.py, HTTPS", "async_test.py, HTTP", "async_test.py, HTTPS"})
    void everyTestOfTheClientSucceeds(String script, Scheme scheme) throws Exception {
        Toolchain.PYTHON.prepare();
        try (LocalServer server = LocalServer.inMemory()) {
            Toolchain.assertSucceeds(SCRIPTS, server.environment(scheme, ENVIRONMENT), List.of("python3", script));
        }
    }
}
