package org.mayflydb.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The program in the README, and the one in the guide to embedding, compile as they stand and run. */
@Tag("process")
class ReadmeExampleTest {
    private static final Pattern JAVA_BLOCK = Pattern.compile("(?ms)^```java\\R(.*?)^```");
    private static final Pattern CLASS_NAME = Pattern.compile("\\bclass\\s+(\\w+)");

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "docs/EMBEDDING.md"})
    void theProgramRuns(String document) throws Exception {
        Path file = Path.of("..").resolve(document);
        assumeThat(file).exists();
        List<String> programs = JAVA_BLOCK
                .matcher(Files.readString(file))
                .results()
                .map(block -> block.group(1))
                .filter(source -> source.contains("void main("))
                .toList();
        assertThat(programs).as("programs in %s", document).isNotEmpty();
        run(programs.get(0));
    }

    @Test
    void anExampleThatDoesNotCompileFailsWithWhatTheCompilerSays() {
        assertThatThrownBy(() -> run("class Example { int number = \"text\"; }"))
                .hasMessageContaining("Example.java:1")
                .hasMessageContaining("incompatible types");
    }

    @Test
    void anExampleThatThrowsFailsWithWhatItThrew() {
        assertThatThrownBy(() -> run("class Example { public static void main(String[] arguments) { "
                        + "org.mayflydb.embedded.Mayfly.inMemory().database(\"absent\"); } }"))
                .hasMessageContaining("NotFoundException");
    }

    /** Compiles the class and runs it in a process of its own, whose files stay in the test's directory. */
    private void run(String source) throws IOException, InterruptedException {
        Matcher name = CLASS_NAME.matcher(source);
        assertThat(name.find()).as("the example is a whole class").isTrue();
        Path file = Files.writeString(directory.resolve(name.group(1) + ".java"), source);
        compile(file);
        Path output = directory.resolve("output");
        String classPath = directory + System.getProperty("path.separator") + System.getProperty("java.class.path");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classPath,
                        name.group(1))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        int exitCode = process.waitFor();
        assertThat(exitCode).as(Files.readString(output)).isZero();
    }

    private void compile(Path file) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(
                            messages,
                            files,
                            null,
                            List.of("-d", directory.toString(), "-cp", System.getProperty("java.class.path")),
                            null,
                            files.getJavaFileObjects(file))
                    .call();
            assertThat(compiled)
                    .as("the example does not compile:%n%s", messages)
                    .isTrue();
        }
    }
}
