package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples in {@code docs/CLIENTS.md}, run as they stand there; only the port is that of this test's server. */
class ClientsDocumentTest {
    private static final Path DOCUMENT = Path.of("../docs/CLIENTS.md");

    @TempDir
    Path directory = Path.of("");

    private static String example(String language, LocalServer server) throws Exception {
        Matcher block =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(DOCUMENT));
        assertThat(block.find()).as("there is an example in " + language).isTrue();
        return block.group(1).replace("localhost:8081", "localhost:" + server.port());
    }

    @Test
    void theJavaExampleWorks() throws Exception {
        try (LocalServer server = LocalServer.inMemory()) {
            runJava(example("java", server), List.of());
        }
    }

    /** As the document says: another mode, HTTPS, and one property for the trust in both ports. */
    @Test
    void theJavaExampleWorksInDirectModeWithATrustStore() throws Exception {
        try (LocalServer server = LocalServer.inMemory()) {
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            trusted.setCertificateEntry(
                    "mayfly",
                    CertificateFactory.getInstance("X.509")
                            .generateCertificate(new ByteArrayInputStream(
                                    server.certificate().getBytes(StandardCharsets.US_ASCII))));
            Path file = directory.resolve("mayfly.p12");
            try (OutputStream out = Files.newOutputStream(file)) {
                trusted.store(out, "mayfly".toCharArray());
            }
            String direct = example("java", server)
                    .replace("http://localhost", "https://localhost")
                    .replace(".gatewayMode()", ".directMode()");
            runJava(direct, List.of("-Djavax.net.ssl.trustStore=" + file, "-Djavax.net.ssl.trustStorePassword=mayfly"));
        }
    }

    private void runJava(String example, List<String> options) throws Exception {
        Path source = Files.writeString(directory.resolve("Sessions.java"), example);
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
        Path output = directory.resolve("output.txt");
        List<String> command = new ArrayList<>(options);
        command.add(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", directory + java.io.File.pathSeparator + classPath, "Sessions"));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(2, TimeUnit.MINUTES);
        process.destroyForcibly();
        assertThat(ended).as("the example ends").isTrue();
        assertThat(Files.readString(output).lines()).contains("3");
        assertThat(process.exitValue()).as(Files.readString(output)).isZero();
    }

    @Test
    void theJavaScriptExampleWorks() throws Exception {
        Path scripts = Node.directory();
        try (LocalServer server = LocalServer.inMemory()) {
            Files.writeString(scripts.resolve("example.js"), example("js", server));
            Node.Outcome outcome = Node.run(Map.of(), List.of("node", "example.js"));
            assertThat(outcome).isEqualTo(new Node.Outcome(0, "3\n"));
        }
    }
}
