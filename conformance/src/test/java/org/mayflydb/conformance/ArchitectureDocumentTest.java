package org.mayflydb.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Member;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** {@code docs/ARCHITECTURE.md} names classes and methods as they are. */
class ArchitectureDocumentTest {
    private static final Path DOCUMENT = RepositoryFiles.ROOT.resolve("docs/ARCHITECTURE.md");

    /** A class, perhaps with a method or field: {@code `Purge`}, {@code `Purge#step`}, {@code `Removal.removing`}. */
    private static final Pattern NAME = Pattern.compile("`([A-Z][a-z]\\w*)(?:[#.](\\w+)(?:\\(\\))?)?`");

    private static final Pattern DECLARED =
            Pattern.compile("\\b(?:class|interface|enum|record|@interface) ([A-Z]\\w*)");

    /** Names of other things. */
    private static final Set<String> OTHERS = Set.of("Dockerfile", "Error");

    private static final Set<String> STEPS =
            Set.of("A read", "A write", "A query", "An expiry", "A split", "A change of owner");

    @Test
    void everyClassThatItNamesExists() throws IOException {
        Set<String> declared = new HashSet<>(OTHERS);
        for (Path file : sources(".java")) {
            DECLARED.matcher(Files.readString(file)).results().forEach(found -> declared.add(found.group(1)));
        }
        Set<String> missing = new TreeSet<>();
        names().forEach(name -> {
            if (!declared.contains(name.group(1))) {
                missing.add(name.group(1));
            }
        });
        assertThat(missing).isEmpty();
    }

    @Test
    void everyMethodThatItNamesExists() throws IOException {
        Map<String, String> classNames = new HashMap<>();
        for (Path file : sources("/src/main/java/")) {
            String name = file.toString().replace('\\', '/').replaceAll(".*/src/main/java/|\\.java$", "");
            classNames.put(name.substring(name.lastIndexOf('/') + 1), name.replace('/', '.'));
        }
        Set<String> missing = new TreeSet<>();
        for (MatchResult name : names()) {
            if (name.group(2) != null && !hasMember(classNames.get(name.group(1)), name.group(2))) {
                missing.add(name.group());
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void itFollowsRequestsAndChangesStepByStepWithMethods() throws IOException {
        String text = Files.readString(DOCUMENT);
        for (String step : STEPS) {
            int from = text.indexOf("### " + step + "\n");
            assertThat(from).as(step).isPositive();
            String section = text.substring(from, text.indexOf("\n##", from + 1));
            assertThat(Pattern.compile("`\\w+#\\w+`").matcher(section).results())
                    .as(step)
                    .hasSizeGreaterThan(8);
        }
    }

    private static List<MatchResult> names() throws IOException {
        return NAME.matcher(Files.readString(DOCUMENT)).results().toList();
    }

    private static List<Path> sources(String part) throws IOException {
        return RepositoryFiles.all().stream()
                .filter(file -> file.toString().endsWith(".java")
                        && file.toString().replace('\\', '/').contains(part))
                .toList();
    }

    private static boolean hasMember(@Nullable String className, String member) {
        if (className == null) {
            return false;
        }
        try {
            Class<?> type = Class.forName(className, false, ArchitectureDocumentTest.class.getClassLoader());
            return Stream.of(type.getDeclaredMethods(), type.getDeclaredFields(), type.getMethods())
                    .flatMap(Arrays::stream)
                    .map(Member::getName)
                    .anyMatch(member::equals);
        } catch (ClassNotFoundException missing) {
            return false;
        }
    }
}
