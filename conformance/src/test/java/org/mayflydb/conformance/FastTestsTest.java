package org.mayflydb.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** {@code ./mayfly test --fast} runs all tests that start no process, and no others. */
class FastTestsTest {
    private static final Pattern SLOW_MODULES = Pattern.compile("(?m)^slow_modules='(.+)'$");
    private static final Pattern START =
            Pattern.compile("\\b(?:new ProcessBuilder|getRuntime\\(\\)\\.exec|TestStores\\.Kind\\.POSTGRESQL)\\b");
    private static final Pattern WORD = Pattern.compile("\\w+");
    private static final String TAG = "@Tag(\"process\")";

    @Test
    void testsThatStartProcessesAreTagged() throws IOException {
        Set<String> tagged = new TreeSet<>();
        Set<String> starting = new TreeSet<>();
        for (String module : fastModules()) {
            Map<String, String> sources = testSources(module);
            sources.forEach((name, text) -> {
                if (text.contains(TAG) && !name.equals(getClass().getSimpleName())) {
                    tagged.add(module + " " + name);
                }
            });
            processStarters(sources).stream()
                    .filter(name -> name.endsWith("Test"))
                    .forEach(name -> starting.add(module + " " + name));
        }
        assertThat(starting).hasSizeGreaterThan(10);
        assertThat(tagged).isEqualTo(starting);
    }

    /** Classes that start processes, and classes of the same module that use those. */
    private static Set<String> processStarters(Map<String, String> sources) {
        Map<String, Set<String>> words = new HashMap<>();
        sources.forEach((name, text) -> words.put(
                name,
                WORD.matcher(withoutComments(text))
                        .results()
                        .map(word -> word.group())
                        .collect(Collectors.toSet())));
        Set<String> found = sources.entrySet().stream()
                .filter(source ->
                        START.matcher(withoutComments(source.getValue())).find())
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
        int before;
        do {
            before = found.size();
            words.forEach((name, used) -> {
                if (used.stream().anyMatch(found::contains)) {
                    found.add(name);
                }
            });
        } while (found.size() > before);
        return found;
    }

    private static String withoutComments(String text) {
        return text.replaceAll("(?s)/\\*.*?\\*/|//[^\n]*|\"(?:\\\\.|[^\"\\\\\n])*\"", " ");
    }

    private static List<String> fastModules() throws IOException {
        Matcher slow = SLOW_MODULES.matcher(Files.readString(RepositoryFiles.ROOT.resolve("mayfly")));
        assertThat(slow.find()).isTrue();
        Set<String> slowModules = Set.of(slow.group(1).replace("!", "").split(","));
        Matcher module = Pattern.compile("<module>(.+)</module>")
                .matcher(Files.readString(RepositoryFiles.ROOT.resolve("pom.xml")));
        List<String> modules = module.results().map(found -> found.group(1)).toList();
        assertThat(modules).as("modules").containsAll(slowModules);
        return modules.stream().filter(name -> !slowModules.contains(name)).toList();
    }

    /** The texts of test classes by name. */
    private static Map<String, String> testSources(String module) throws IOException {
        Map<String, String> sources = new HashMap<>();
        Path directory = RepositoryFiles.ROOT.resolve(module).resolve("src/test/java");
        for (Path file : RepositoryFiles.all()) {
            String name = file.getFileName().toString();
            if (file.startsWith(directory) && name.endsWith(".java")) {
                sources.merge(
                        name.substring(0, name.length() - ".java".length()), Files.readString(file), String::concat);
            }
        }
        return sources;
    }
}
