package org.mayflydb.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainFlagsTest {
    private static final List<String> WORDS = List.of(
            "--memory",
            "--port",
            "--data",
            "--host",
            "--serverless",
            "0",
            "8081",
            "true",
            "some where",
            "localhost",
            "--help",
            "-h",
            "--prot",
            "--port=1",
            "@file",
            "\"x\"",
            "",
            "--",
            "-1");

    @Test
    void valuesFollowTheirFlagsAndTruthsNeedNone() {
        assertThat(PlainFlags.of(List.of("--memory", "--port", "0", "--serverless", "false")))
                .contains(Map.of("memory", "true", "port", "0", "serverless", "false"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "--prot 1", "--port", "--port --memory", "--port 1 --port 2", "word", "--port=1"})
    void whatIsNotPlainIsLeftToTheCommandLine(String arguments) {
        assertThat(PlainFlags.of(List.of(arguments.split(" ", -1)))).isEmpty();
    }

    @Test
    void whatIsPlainMeansTheSameToTheCommandLine() {
        long seed = 4711;
        SplittableRandom random = new SplittableRandom(seed);
        int plain = 0;
        for (int i = 0; i < 3_000; i++) {
            List<String> arguments = new ArrayList<>();
            for (int length = random.nextInt(6); length > 0; length--) {
                arguments.add(WORDS.get(random.nextInt(WORDS.size())));
            }
            Optional<Map<String, String>> flags = PlainFlags.of(arguments);
            if (flags.isPresent()) {
                plain++;
                assertThat(ServeCommand.flags(arguments.toArray(String[]::new)))
                        .as("seed %d, %s", seed, arguments)
                        .isEqualTo(flags.get());
            }
        }
        assertThat(plain).as("seed %d", seed).isGreaterThan(100);
    }
}
