package org.mayflydb.outside;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * The README, followed from top to bottom in a clean clone. That installs the artifacts which the other projects depend
 * on, so it happens once for all tests.
 */
final class Readme {
    static final String TESTS = "In your tests";

    private static @Nullable Readme followed; // guarded by the class
    private static boolean failed; // guarded by the class

    private final int commandsToATest;
    private final Path project;

    private Readme(int commandsToATest, Path project) {
        this.commandsToATest = commandsToATest;
        this.project = project;
    }

    /** The first call does it; if it has failed, all others do, too. */
    static synchronized Readme follow() throws IOException, InterruptedException {
        if (failed) {
            throw new AssertionError("The README cannot be followed; the first test that tried says why.");
        }
        if (followed == null) {
            if (!Files.exists(Document.ROOT.resolve(".git"))) {
                String notice = "The tests from outside are skipped: they need a clone made by git.";
                System.err.println(notice);
                Assumptions.abort(notice);
            }
            failed = true;
            followed = run();
            failed = false;
        }
        return followed;
    }

    private static Readme run() throws IOException, InterruptedException {
        Workplace.prepare();
        Document readme = Document.read("README.md");
        List<String> sections =
                readme.blocks().stream().map(Block::section).distinct().toList();
        int count = 0;
        Path project = Workplace.project();
        for (String section : sections) {
            try (Session session = new Session(Workplace.project(), "readme")) {
                session.run(readme.section(section));
                if (section.equals(TESTS)) {
                    count = session.commandCount();
                    project = session.directory();
                }
            }
        }
        return new Readme(count, project);
    }

    /** How many commands the README needs, once there is a clone, until a test in another project has run. */
    int commandsToATest() {
        return commandsToATest;
    }

    /** The project that the reader has made. */
    Path project() {
        return project;
    }

    /** The names of our artifacts in the local repository. */
    static List<String> installed() throws IOException {
        try (Stream<Path> directories = Files.list(Workplace.repository().resolve("org/mayflydb"))) {
            return directories.map(path -> path.getFileName().toString()).toList();
        }
    }
}
