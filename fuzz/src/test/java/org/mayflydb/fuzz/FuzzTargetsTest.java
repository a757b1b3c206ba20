package org.mayflydb.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every target with its seeds and mutations of them, without Jazzer. A decoder that loops ends by the timeout. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FuzzTargetsTest {
    private static final int MUTATIONS = Integer.getInteger("mayfly.mutations", 300);
    private static final long SEED = Long.getLong("mayfly.seed", 20_261_118);

    static Stream<String> names() {
        return FuzzTargets.all().stream().map(FuzzTarget::name);
    }

    private static FuzzTarget named(String name) {
        return FuzzTargets.all().stream()
                .filter(target -> target.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<byte[]> seeds(FuzzTarget target) throws IOException {
        List<byte[]> seeds = new ArrayList<>();
        for (Path file : FuzzTargets.seeds(target)) {
            seeds.add(Files.readAllBytes(file));
        }
        return seeds;
    }

    @ParameterizedTest
    @MethodSource("names")
    void claimsHoldForTheSeeds(String name) throws Exception {
        FuzzTarget target = named(name);
        assertThat(FuzzTargets.seeds(target)).isNotEmpty();
        for (Path file : FuzzTargets.seeds(target)) {
            try {
                BoundedRun.of(target, Files.readAllBytes(file));
            } catch (Exception | AssertionError | StackOverflowError finding) {
                throw new AssertionError(file.toString(), finding);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void claimsHoldForMutationsOfTheSeeds(String name) throws Exception {
        FuzzTarget target = named(name);
        SeedMutations mutations = new SeedMutations(seeds(target), new Random(SEED));
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] input = mutations.next();
            try {
                BoundedRun.of(target, input);
            } catch (Exception | AssertionError | StackOverflowError finding) {
                throw new AssertionError(
                        "mutation " + i + " of seed " + SEED + ": "
                                + HexFormat.of().formatHex(input),
                        finding);
            }
        }
    }

    @Test
    void everyDirectoryOfSeedsBelongsToATarget() throws IOException {
        try (Stream<Path> directories = Files.list(FuzzTargets.CORPUS)) {
            assertThat(directories.map(directory -> directory.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(names().toList());
        }
    }
}
