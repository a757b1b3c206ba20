package org.mayflydb.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents, help texts, messages, comments and the explorer use the field's terms instead of paraphrasing them. */
class WordingTest {
    /** What not to write, as a regular expression in lower case, and what to write instead. */
    private record Phrase(Pattern pattern, String better) {
        Phrase(String expression, String better) {
            this(Pattern.compile("\\b(?:" + expression + ")"), better);
        }
    }

    private static final List<Phrase> PHRASES = List.of(
            new Phrase("answers? whether", "returns true if"),
            new Phrase("(?:go|goes|going|went|gone) on\\b", "continue"),
            new Phrase("one moment", "snapshot"),
            new Phrase("somebody told", "registers a listener"),
            new Phrase("how far (?:the|a|its|each) partition is", "LSN of the partition"),
            new Phrase("who has a deadline", "expiry entry without item"),
            new Phrase("a partition with what is done in it", "say what it is"),
            new Phrase("say how long they live", "set a TTL"),
            new Phrase("from that second on they are gone", "expired items disappear at that second"),
            new Phrase("programs written for the official", "point your SDK at it"),
            new Phrase("asks a running server", "query a running server"),
            new Phrase("who(?:ever)? wants (?:that|them|it)\\b", "to …, pass --…"),
            new Phrase("counts? before", "takes precedence over"),
            new Phrase("others than this machine", "beyond localhost"),
            new Phrase("called like", "with the same name as"),
            new Phrase("how fresh", "isolation"),
            new Phrase("no tls, and no trust", "plain HTTP in tests"),
            new Phrase("believed as it is", "trusted on first use"),
            new Phrase("from then on no other", "trusted on first use"),
            new Phrase("what is bounded", "limits"),
            new Phrase("what beyond it is answered", "what it returns beyond the limit"),
            new Phrase("what grows with what", "complexity"),
            new Phrase("nineteen in twenty", "95 % confidence"),
            new Phrase("depends? on no log", "say what happens otherwise"),
            new Phrase("no item is like that", "no matching items"),
            new Phrase("here should be", "expected …"),
            new Phrase("let \\S+ items go", "delete … items"),
            new Phrase("loss of power", "power failure"),
            new Phrase("bill of materials", "SBOM"));

    private static final Pattern LINE_BREAK = Pattern.compile("\\s*\\R\\s*(?:\\*+(?!/)|//+|#(?=\\s)|<!--)?\\s*");
    private static final Pattern CONCATENATION = Pattern.compile("[\"'`]\\s*\\+\\s*[\"'`]");

    @Test
    void noFileParaphrasesATerm() throws IOException {
        List<Path> files = RepositoryFiles.all().stream()
                .filter(WordingTest::isReadByPeople)
                .toList();
        assertThat(files).hasSizeGreaterThan(500);
        assertThat(files.stream().flatMap(WordingTest::findingsIn)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "It survives the loss of power.",
                "/**\n * It survives the loss\n * of power.\n */",
                "// It survives the loss of\n    // power.",
                "# It survives the loss\n# of power.",
                "\"It survives the loss \"\n        + \"of power.\""
            })
    void aPhraseIsFoundWhereverLinesBreak(String text) {
        assertThat(findings(text)).singleElement().asString().contains("power failure");
    }

    @Test
    void aHeadingDoesNotContinueTheLineBefore() {
        assertThat(findings("This is the loss\n## of power")).isEmpty();
    }

    /** Documents, scripts, and whatever is part of the product or of its build. Tests are not. */
    private static boolean isReadByPeople(Path file) {
        String path = RepositoryFiles.ROOT.relativize(file).toString().replace('\\', '/');
        boolean product =
                path.contains("src/main/") && path.matches(".*\\.(java|js|html|css|sh|xml|properties|txt|md)");
        boolean beside = path.startsWith("packaging/")
                || path.startsWith("distribution/src/main/")
                || path.startsWith(".ci/")
                || List.of("mayfly", "mayfly.cmd", "Dockerfile").contains(path);
        return product || beside || path.endsWith(".md");
    }

    private static Stream<String> findingsIn(Path file) {
        try {
            return findings(Files.readString(file)).stream().map(finding -> file + ": " + finding);
        } catch (IOException e) {
            throw new AssertionError("Cannot read " + file, e);
        }
    }

    private static List<String> findings(String text) {
        String joined = CONCATENATION
                .matcher(LINE_BREAK.matcher(text).replaceAll(" "))
                .replaceAll("")
                .toLowerCase(Locale.ROOT);
        return PHRASES.stream()
                .flatMap(phrase -> phrase.pattern
                        .matcher(joined)
                        .results()
                        .map(match -> "\"" + match.group() + "\"; write: " + phrase.better))
                .toList();
    }
}
