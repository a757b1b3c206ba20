package org.mayflydb.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * A name that stands alone means the same class everywhere. Top-level classes therefore have different names. Nested ones may
 * share a name, such as {@code Kind}, if other files write it with the outer class: at most one of them is imported.
 */
class ClassNamesTest {
    private static final Pattern IMPORTED_NESTED =
            Pattern.compile("(?m)^import (org\\.mayflydb\\.[a-z0-9_.]+((?:[A-Z]\\w*\\.)+)([A-Z]\\w*));$");

    @Test
    void noNameStandsForTwoClasses() throws IOException {
        Map<String, Set<String>> meanings = new TreeMap<>();
        for (Path file : RepositoryFiles.all()) {
            String path = file.toString().replace('\\', '/');
            if (path.contains("/src/main/java/") && path.endsWith(".java") && !path.endsWith("-info.java")) {
                String type = path.replaceAll(".*/src/main/java/|\\.java$", "").replace('/', '.');
                add(meanings, type.substring(type.lastIndexOf('.') + 1), type);
                IMPORTED_NESTED
                        .matcher(Files.readString(file))
                        .results()
                        .forEach((MatchResult nested) -> add(meanings, nested.group(3), nested.group(1)));
            }
        }
        assertThat(meanings).hasSizeGreaterThan(500);
        meanings.values().removeIf(types -> types.size() == 1);
        assertThat(meanings).isEmpty();
    }

    private static void add(Map<String, Set<String>> meanings, String name, String type) {
        meanings.computeIfAbsent(name, unused -> new TreeSet<>()).add(type);
    }
}
