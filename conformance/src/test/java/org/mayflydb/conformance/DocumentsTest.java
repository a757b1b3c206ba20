package org.mayflydb.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Links and names in the documents lead somewhere, and the usual words lead to the right page. */
class DocumentsTest {
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]*)(?:#([^)\\s]+))?\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
    private static final Pattern FENCED_BLOCK = Pattern.compile("(?ms)^```.*?^```$");
    private static final Pattern TEST = Pattern.compile("`(\\w+Test|\\w+\\.test\\.js)`");

    @Test
    void everyLinkLeadsToAFile() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path document : RepositoryFiles.documents()) {
            for (MatchResult link : localLinks(document)) {
                if (!Files.exists(target(document, link))) {
                    broken.add(document + ": " + link.group(1));
                }
            }
        }
        assertThat(RepositoryFiles.documents()).hasSizeGreaterThan(5);
        assertThat(broken).isEmpty();
    }

    @Test
    void everyAnchorLeadsToAHeading() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path document : RepositoryFiles.documents()) {
            for (MatchResult link : localLinks(document)) {
                Path target = target(document, link);
                if (link.group(2) != null
                        && target.toString().endsWith(".md")
                        && !anchors(target).contains(link.group(2))) {
                    broken.add(document + ": " + link.group());
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void everyTestThatTheyNameExists() throws IOException {
        Set<String> fileNames = RepositoryFiles.all().stream()
                .map(file -> file.getFileName().toString())
                .collect(Collectors.toSet());
        Set<String> missing = new TreeSet<>();
        for (Path document : RepositoryFiles.documents()) {
            Matcher test = TEST.matcher(Files.readString(document));
            while (test.find()) {
                String name = test.group(1);
                String file = name.endsWith(".js") ? name : name + ".java";
                // "XTest" stands for any.
                if (!fileNames.contains(file) && !name.startsWith("X")) {
                    missing.add(document + ": " + name);
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "TTL, TTL.md",
        "expiry, TTL.md",
        "precedence, SETTINGS.md",
        "snapshot, OPERATING.md",
        "isolation, TESTING.md",
        "power failure, OPERATING.md",
        "throttling, REQUEST_UNITS.md",
        "SBOM, INSTALLING.md",
        "LSN, KEYSPACE.md",
        "access path, ARCHITECTURE.md"
    })
    void theUsualWordIsOnItsPage(String word, String page) throws IOException {
        String text = Files.readString(RepositoryFiles.ROOT.resolve("docs").resolve(page));
        assertThat(text.toLowerCase(Locale.ROOT).contains(word.toLowerCase(Locale.ROOT)))
                .as("docs/%s contains \"%s\"", page, word)
                .isTrue();
    }

    private static List<MatchResult> localLinks(Path document) throws IOException {
        return LINK.matcher(Files.readString(document))
                .results()
                .filter(link -> !link.group(1).contains(":"))
                .toList();
    }

    private static Path target(Path document, MatchResult link) {
        return link.group(1).isEmpty() ? document : document.resolveSibling(link.group(1));
    }

    /** As GitHub derives them from headings. */
    private static Set<String> anchors(Path document) throws IOException {
        return HEADING.matcher(FENCED_BLOCK.matcher(Files.readString(document)).replaceAll(""))
                .results()
                .map(heading -> heading.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-'))
                .collect(Collectors.toSet());
    }
}
