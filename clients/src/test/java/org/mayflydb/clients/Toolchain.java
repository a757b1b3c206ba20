package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/** Python, Go and Rust, each with its client library, as {@code clients/prepare} sets them up below {@code target}. */
enum Toolchain {
    PYTHON,
    GO,
    RUST;

    /** By this status the script says that something is missing on this machine. */
    private static final int UNAVAILABLE = 69;

    private static final Duration LIMIT = Duration.ofMinutes(10);

    /** Downloads and builds what the tests need, once; skips the test, with a notice, if that is impossible here. */
    void prepare() throws IOException, InterruptedException {
        String language = name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
        if (ExternalProgram.find("bash").isEmpty()) {
            skip(language, "They need bash.");
        }
        ExternalProgram.Outcome outcome =
                run(Path.of("."), Map.of(), List.of("./prepare", language.toLowerCase(Locale.ROOT)));
        if (outcome.status() == UNAVAILABLE) {
            skip(language, outcome.output().strip());
        }
        assertThat(outcome.status()).as(outcome.output()).isZero();
    }

    private static void skip(String language, String reason) {
        String notice = "The tests of the " + language + " client are skipped. " + reason;
        System.err.println(notice);
        Assumptions.abort(notice);
    }

    /** Runs a program and fails the test if it fails. */
    static void assertSucceeds(Path directory, Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        ExternalProgram.Outcome outcome = run(directory, environment, command);
        assertThat(outcome.status()).as(outcome.output()).isZero();
    }

    static ExternalProgram.Outcome run(Path directory, Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        return ExternalProgram.run(directory, environment, command, LIMIT);
    }
}
