package org.mayflydb.outside;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every block of the documents that can be run is run by a test, and the others say why not. */
class DocumentedBlocksTest {
    /** A section of a document, any if it is {@code *}, and the test that runs its blocks. */
    private record Claim(String document, String section, String test) {
        boolean covers(Block block) {
            return document.equals(block.document()) && (section.equals("*") || section.equals(block.section()));
        }
    }

    private static final List<Claim> CLAIMS = List.of(
            new Claim("README.md", "Embedded", "ReadmeExampleTest"),
            new Claim("README.md", "*", "ReadmeIT"),
            new Claim("docs/ADMIN.md", "*", "GuidesIT"),
            new Claim("docs/OPERATING.md", "*", "GuidesIT"),
            new Claim("docs/SHELL.md", "*", "ShellDocumentTest"),
            new Claim("docs/CLIENTS.md", "*", "ClientsDocumentTest"),
            new Claim("docs/EMBEDDING.md", "Get started", "EmbeddingIT"),
            new Claim("docs/TESTING.md", "Gradle", "GradleIT"),
            new Claim("docs/TESTING.md", "*", "ProjectsIT"));

    /** Blocks that are only shown, and why no test runs them. */
    private static final List<Claim> NOT_RUN = List.of(
            new Claim("docs/CLUSTER.md", "Start", "needs a PostgreSQL server"),
            new Claim("docs/INSTALLING.md", "Container", "needs a container engine or a registry of images"),
            new Claim("docs/MIGRATING.md", "In place of Microsoft's images", "needs a container engine"),
            new Claim("docs/MIGRATING.md", "Moving the data", "needs an emulator to read from"));

    @Test
    void everyExecutableBlockIsRunByATest() throws IOException {
        List<Block> unclaimed = blocks().stream()
                .filter(Block::isExecutable)
                .filter(block -> CLAIMS.stream().noneMatch(claim -> claim.covers(block)))
                .toList();
        assertThat(unclaimed).isEmpty();
    }

    @Test
    void everyBlockThatIsOnlyShownHasAReason() throws IOException {
        List<Block> unexplained = new ArrayList<>();
        for (Block block : blocks()) {
            if (block.isShown()) {
                NOT_RUN.stream()
                        .filter(reason -> reason.covers(block))
                        .findFirst()
                        .ifPresentOrElse(
                                reason -> System.out.println("Not run: " + block + ", " + reason.test),
                                () -> unexplained.add(block));
            }
        }
        assertThat(unexplained).isEmpty();
    }

    @Test
    void everyClaimIsNeededAndNamesATest() throws IOException {
        List<String> tests;
        try (Stream<Path> files = Files.find(
                Document.ROOT, 12, (file, attributes) -> file.toString().endsWith(".java"))) {
            tests = files.map(file -> file.getFileName().toString()).toList();
        }
        List<Block> all = blocks();
        for (Claim claim : CLAIMS) {
            assertThat(tests).contains(claim.test + ".java");
            assertThat(all).as("a block for " + claim).anyMatch(block -> block.isExecutable() && claim.covers(block));
        }
    }

    private static List<Block> blocks() throws IOException {
        List<Block> blocks = new ArrayList<>();
        for (Document document : Document.all()) {
            blocks.addAll(document.blocks());
        }
        assertThat(blocks).hasSizeGreaterThan(10);
        return blocks;
    }
}
