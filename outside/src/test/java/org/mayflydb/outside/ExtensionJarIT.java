package org.mayflydb.outside;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The jar of {@code mayfly-junit} as it is installed: complete, and in nobody's way. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the commands are for a POSIX shell")
class ExtensionJarIT {
    private static final long MEGABYTES_MAX = 12;
    private static final String SHADED = "org/mayflydb/shaded/";

    @BeforeAll
    static void install() throws IOException, InterruptedException {
        Readme.follow();
    }

    private static Path installed(String ending) throws IOException {
        try (Stream<Path> versions = Files.walk(Workplace.repository().resolve("org/mayflydb/mayfly-junit"))) {
            return versions.filter(file -> file.toString().endsWith(ending))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static List<String> entries() throws IOException {
        try (JarFile jar = new JarFile(installed("SNAPSHOT.jar").toFile())) {
            return jar.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(JarEntry::getName)
                    .toList();
        }
    }

    @Test
    void itBringsNoDependencies() throws IOException {
        List<String> scopes = new ArrayList<>();
        for (String dependency :
                Files.readString(installed(".pom")).replaceAll("\\s", "").split("<dependency>", -1)) {
            scopes.add(dependency.replaceAll(".*<scope>(\\w+)</scope>.*", "$1"));
        }
        assertThat(scopes.subList(1, scopes.size())).containsOnly("provided", "test");
    }

    @Test
    void allClassesInItHaveNamesOfTheirOwn() throws IOException {
        assertThat(entries())
                .filteredOn(name -> name.endsWith(".class"))
                .hasSizeGreaterThan(1000)
                .allMatch(name -> name.startsWith("org/mayflydb/"));
    }

    @Test
    void itRegistersNoServicesForOthers() throws IOException {
        assertThat(entries())
                .filteredOn(name -> name.startsWith("META-INF/services/"))
                .isNotEmpty()
                .allMatch(name -> name.startsWith("META-INF/services/org.mayflydb."));
    }

    @Test
    void itNamesTheLibrariesInItAndTheirLicences() throws IOException {
        assertThat(entries()).contains("META-INF/LICENSE", "META-INF/NOTICE", "META-INF/THIRD-PARTY.txt");
        assertThat(entries().stream()
                        .filter(name -> name.startsWith(SHADED))
                        .map(name -> name.substring(SHADED.length()).split("/", 2)[0])
                        .distinct())
                .containsExactlyInAnyOrder(
                        "HdrHistogram",
                        "bouncycastle",
                        "caffeine",
                        "geographiclib",
                        "google",
                        "jackson",
                        "micrometer",
                        "netty",
                        "prometheus",
                        "slf4j");
    }

    @Test
    void itIsAsSmallAsTheGuideSays() throws IOException {
        assertThat(Files.size(installed("SNAPSHOT.jar"))).isLessThan(MEGABYTES_MAX << 20);
    }

    /** What a program names must not change with the libraries inside. */
    @Test
    void itsApiMentionsNoneOfTheLibrariesInIt() throws IOException {
        List<String> arguments = new ArrayList<>(
                List.of("-protected", "-cp", installed("SNAPSHOT.jar").toString()));
        entries().stream()
                .filter(name -> name.matches("org/mayflydb/(junit|embedded|key|base)/\\w+\\.class"))
                .map(name -> name.replace('/', '.').replaceAll("\\.class$", ""))
                .forEach(arguments::add);
        StringWriter output = new StringWriter();
        PrintWriter out = new PrintWriter(output);
        int status = ToolProvider.findFirst("javap").orElseThrow().run(out, out, arguments.toArray(String[]::new));
        assertThat(status).as(output.toString()).isZero();
        assertThat(output.toString()).contains("MayflyExtension").doesNotContain("shaded");
    }
}
