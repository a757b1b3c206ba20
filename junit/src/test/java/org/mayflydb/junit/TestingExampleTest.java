package org.mayflydb.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The test that the front page shows compiles as it stands, and passes. */
class TestingExampleTest {
    private static final Path README = Path.of("..", "README.md");
    private static final Pattern EXAMPLE = Pattern.compile("(?ms)^## In your tests$.*?^```java\\R(.*?)^```");

    @Test
    void theExampleOfTheReadmePasses(@TempDir Path directory) throws Exception {
        assumeThat(README).exists();
        Matcher example = EXAMPLE.matcher(Files.readString(README));
        assertThat(example.find()).isTrue();
        compile(Files.writeString(directory.resolve("OrdersTest.java"), example.group(1)), directory);
        try (URLClassLoader classes = new URLClassLoader(
                new URL[] {directory.toUri().toURL()}, getClass().getClassLoader())) {
            assertThat(Run.of(classes.loadClass("OrdersTest"))).isEqualTo(new Run(1, List.of()));
        }
    }

    private static void compile(Path source, Path directory) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter complaints = new StringWriter();
        List<String> options =
                List.of("-proc:none", "-cp", System.getProperty("java.class.path"), "-d", directory.toString());
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(
                            complaints, files, null, options, null, files.getJavaFileObjects(source))
                    .call();
            assertThat(compiled).as(complaints.toString()).isTrue();
        }
    }
}
