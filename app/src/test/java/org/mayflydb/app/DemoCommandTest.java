package org.mayflydb.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class DemoCommandTest {
    private static final Terminal PLAIN = new Terminal(true, false);

    private final Console console = new Console();

    @Test
    void readsListsAndUsageAgreeThatItemsExpire() {
        assertThat(console.run("demo", "--fast")).isZero();
        assertThat(answersTo("sessions.list(10)"))
                .containsExactly(
                        "3 items: code, consent, visit", // all are fresh
                        "1 item: consent", // after 90 days
                        "2 items: consent, visit", // the default is a year
                        "3 items: code, consent, visit", // there is no default
                        "2 items: consent, visit", // the default is -1
                        "1 item: consent"); // the default is 90 days again
        assertThat(answersTo("sessions.usage()"))
                .satisfiesExactly(
                        before -> assertThat(before).startsWith("3 items, "),
                        after -> assertThat(after).startsWith("1 item, "));
        assertThat(answersTo("sessions.read(\"code\", ann)"))
                .satisfiesExactly(
                        before -> assertThat(before).endsWith("lives for 300 seconds"),
                        after -> assertThat(after).startsWith("404 NotFound: "));
    }

    @Test
    void writeStartsTheCountdownAgain() {
        console.run("demo");
        assertThat(answersTo("sessions.read(\"visit\", ann)"))
                .satisfiesExactly(
                        expired -> assertThat(expired).startsWith("404 "),
                        rewritten -> assertThat(rewritten).startsWith("visit, last written "),
                        expired -> assertThat(expired).startsWith("404 "));
    }

    @Test
    void uniqueValueOfAnExpiredItemIsFree() {
        console.run("demo");
        assertThat(answersTo("held.create(Map.of(\"id\", \"bob\", \"show\", \"hamlet\", \"seat\", \"A7\"))"))
                .satisfiesExactly(
                        taken -> assertThat(taken).startsWith("409 Conflict: "),
                        free -> assertThat(free).startsWith("bob, last written "));
    }

    @Test
    void purgeGoesStepByStepAndNobodySeesIt() {
        console.run("demo");
        assertThat(answersTo("log.purge(10)"))
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("10 items, ").endsWith("there is more to delete"),
                        second -> assertThat(second).startsWith("10 items, ").endsWith("there is more to delete"),
                        last -> assertThat(last).startsWith("5 items, ").endsWith("nothing is left to delete"));
        assertThat(answersTo("log.usage()"))
                .satisfiesExactly(
                        written -> assertThat(written).startsWith("25 items, "),
                        expired -> assertThat(expired).isEqualTo("0 items, 0 bytes"),
                        purged -> assertThat(purged).isEqualTo("0 items, 0 bytes"));
    }

    @Test
    void everyLineItPrintsIsALineItRuns() throws IOException {
        console.run("demo");
        String source = packed(Files.readString(Path.of("src/main/java/org/mayflydb/app/Tour.java")));
        List<String> printed = lines().stream()
                .filter(line -> line.startsWith("> "))
                .map(line -> packed(line.substring(2, line.length() - 1).replaceFirst("^[A-Z]\\w+ \\w+ = ", "")))
                .toList();
        assertThat(printed).hasSizeGreaterThan(40);
        for (String code : printed) {
            // In a literal of the source its quotes are escaped; without quotes it looks the same in both places.
            int asTextToo = code.contains("\"") ? 1 : 2;
            assertThat(occurrences(source, code))
                    .as(code)
                    .isGreaterThanOrEqualTo(asTextToo * Collections.frequency(printed, code));
        }
    }

    @Test
    void personAtATerminalGetsPauses() {
        Console terminal = new Console(PLAIN);
        terminal.run("demo");
        assertThat(terminal.pauses()).isGreaterThan(20);
    }

    @Test
    void fastMeansWithoutPauses() {
        Console terminal = new Console(PLAIN);
        terminal.run("demo", "--fast");
        assertThat(terminal.pauses()).isZero();
    }

    @Test
    void withoutATerminalThereAreNeitherPausesNorColours() {
        console.run("demo");
        assertThat(console.pauses()).isZero();
        assertThat(console.out()).doesNotContain("\u001b");
    }

    @Test
    void terminalThatHasColoursGetsThem() {
        Console coloured = new Console(new Terminal(true, true));
        coloured.run("demo", "--fast");
        assertThat(coloured.out()).contains("\u001b[");
    }

    private List<String> lines() {
        return console.out().lines().map(String::strip).toList();
    }

    private List<String> answersTo(String code) {
        List<String> lines = lines();
        List<String> answers = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).equals("> " + code + ";")) {
                answers.add(lines.get(i + 1).replaceFirst("^-> ", ""));
            }
        }
        return answers;
    }

    private static String packed(String code) {
        return code.replaceAll("\\s", "");
    }

    private static int occurrences(String text, String part) {
        return text.split(Pattern.quote(part), -1).length - 1;
    }
}
