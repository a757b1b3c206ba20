package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The blocks in {@code docs/CLIENTS.md}, run as they are printed there; only the port is that of this test's server. */
class ClientsDocumentTest {
    private static final Path DOCUMENT = Path.of("../docs/CLIENTS.md");

    /** What every program prints. */
    private static final ExternalProgram.Outcome EXPECTED = new ExternalProgram.Outcome(0, "3\n");

    @TempDir
    Path directory = Path.of("");

    /** Each of these is run below, except the one for .NET. */
    @Test
    void thereAreNoOtherBlocks() throws Exception {
        assertThat(Pattern.compile("(?m)^```(\\w+)$")
                        .matcher(Files.readString(DOCUMENT))
                        .results()
                        .map(block -> block.group(1)))
                .containsExactly("sh", "sh", "java", "sh", "js", "python", "python", "go", "rust", "csharp", "sh");
    }

    @Test
    void theServerIsStartedAsItIsHere() throws Exception {
        assertThat(blocks("sh").get(0)).isEqualTo("./mayfly serve --memory\n");
    }

    @Test
    void theJavaProgramWorks() throws Exception {
        try (LocalServer server = LocalServer.inMemory()) {
            runJava(program("java", server), List.of());
        }
    }

    /** With the changes that the document describes. */
    @Test
    void theJavaProgramWorksInDirectModeWithATrustStore() throws Exception {
        try (LocalServer server = LocalServer.inMemory()) {
            runShell("keytool", server);
            String direct = program("java", server)
                    .replace("http://localhost", "https://localhost")
                    .replace(".gatewayMode()", ".directMode()");
            runJava(
                    direct,
                    List.of(
                            "-Djavax.net.ssl.trustStore=" + directory.resolve("mayfly.p12"),
                            "-Djavax.net.ssl.trustStorePassword=mayfly"));
        }
    }

    private void runJava(String program, List<String> options) throws Exception {
        Path source = Files.writeString(directory.resolve("Sessions.java"), program);
        String classPath = System.getProperty("java.class.path");
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter complaints = new StringWriter();
        boolean compiled = compiler.getTask(
                        complaints,
                        null,
                        null,
                        List.of("-proc:none", "-cp", classPath, "-d", directory.toString()),
                        null,
                        compiler.getStandardFileManager(null, null, null).getJavaFileObjects(source))
                .call();
        assertThat(compiled).as(complaints.toString()).isTrue();
        List<String> command = new ArrayList<>(options);
        command.add(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", directory + File.pathSeparator + classPath, "Sessions"));
        ExternalProgram.Outcome outcome = Toolchain.run(directory, Map.of(), command);
        assertThat(outcome.status()).as(outcome.output()).isZero();
        assertThat(outcome.output().lines()).contains("3");
    }

    @Test
    void theJavaScriptProgramWorks() throws Exception {
        try (LocalServer server = LocalServer.inMemory()) {
            runJavaScript(program("js", server), Map.of());
        }
    }

    @Test
    void theJavaScriptProgramTrustsTheCertificate() throws Exception {
        try (LocalServer server = LocalServer.inMemory()) {
            runShell("mayfly.pem", server);
            String certificate = directory.resolve("mayfly.pem").toString();
            runJavaScript(
                    program("js", server).replace("http://", "https://"), Map.of("NODE_EXTRA_CA_CERTS", certificate));
        }
    }

    private static void runJavaScript(String program, Map<String, String> environment) throws Exception {
        Files.writeString(Node.directory().resolve("sessions.js"), program);
        assertThat(Node.run(environment, List.of("node", "sessions.js"))).isEqualTo(EXPECTED);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void thePythonProgramsWork(int number) throws Exception {
        Toolchain.PYTHON.prepare();
        try (LocalServer server = LocalServer.inMemory()) {
            Files.writeString(
                    directory.resolve("sessions.py"), programs("python", server).get(number));
            assertThat(Toolchain.run(directory, PythonTest.ENVIRONMENT, List.of("python3", "sessions.py")))
                    .isEqualTo(EXPECTED);
        }
    }

    @Test
    void theGoProgramWorks() throws Exception {
        Toolchain.GO.prepare();
        try (LocalServer server = LocalServer.inMemory()) {
            for (String file : List.of("go.mod", "go.sum")) {
                Files.copy(Path.of("src/test/go", file), directory.resolve(file), StandardCopyOption.REPLACE_EXISTING);
            }
            Files.writeString(directory.resolve("main.go"), program("go", server));
            assertThat(Toolchain.run(directory, GoTest.COMPILED, List.of("go", "run", ".")))
                    .isEqualTo(EXPECTED);
        }
    }

    @Test
    void theRustProgramWorks() throws Exception {
        Toolchain.RUST.prepare();
        try (LocalServer server = LocalServer.inMemory()) {
            Path examples = Files.createDirectories(RustTest.CRATE.resolve("examples"));
            Files.writeString(examples.resolve("sessions.rs"), program("rust", server));
            assertThat(Toolchain.run(RustTest.CRATE, Map.of(), RustTest.cargo("run", "--example", "sessions")))
                    .isEqualTo(EXPECTED);
        }
    }

    @Test
    void theClockIsMovedByHalfAnHour() throws Exception {
        try (LocalServer server = LocalServer.inMemory()) {
            long before = server.nowSeconds();
            runShell("advanceSeconds", server);
            assertThat(server.nowSeconds()).isBetween(before + 1800, before + 1860);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "src/test/js/package.json, @azure/cosmos, '\"@azure/cosmos\": \"(.+)\"'",
        "src/test/python/requirements.txt, azure-cosmos, azure-cosmos==(.+)",
        "src/test/go/go.mod, github.com/Azure/azure-sdk-for-go/sdk/data/azcosmos, /azcosmos v(.+)",
        "src/test/rust/Cargo.toml, azure_data_cosmos, azure_data_cosmos = .* version = \"=([^\"]+)\"",
        "../pom.xml, com.azure:azure-cosmos, <azure-cosmos.version>(.+)</azure-cosmos.version>"
    })
    void theTableShowsTheVersionThatIsTested(Path file, String name, String pattern) throws Exception {
        MatchResult version = Pattern.compile(pattern)
                .matcher(Files.readString(file))
                .results()
                .findFirst()
                .orElseThrow();
        assertThat(Files.readString(DOCUMENT)).contains("| `" + name + "` | " + version.group(1) + " |");
    }

    private static List<String> blocks(String language) throws IOException {
        return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(DOCUMENT))
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    private static List<String> programs(String language, LocalServer server) throws IOException {
        return blocks(language).stream()
                .map(block -> block.replace("localhost:8081", "localhost:" + server.port()))
                .toList();
    }

    /** The only program in this language. */
    private static String program(String language, LocalServer server) throws IOException {
        List<String> all = programs(language, server);
        assertThat(all).as("programs in " + language).hasSize(1);
        return all.get(0);
    }

    /** Runs the commands of the first block that contains this text. */
    private void runShell(String text, LocalServer server) throws IOException, InterruptedException {
        String commands = programs("sh", server).stream()
                .filter(block -> block.contains(text))
                .findFirst()
                .orElseThrow();
        // The JDK that runs this test need not be on the path.
        String path = Path.of(System.getProperty("java.home"), "bin") + File.pathSeparator + System.getenv("PATH");
        Toolchain.assertSucceeds(directory, Map.of("PATH", path), List.of("bash", "-euc", commands));
    }
}
