package org.mayflydb.outside;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A machine that has never seen Mayfly: a clean clone, and a local Maven repository that has what others publish but
 * nothing of ours. The clone is of the files as they are here, committed or not.
 */
final class Workplace {
    private static final Path DIRECTORY = Path.of("target", "workplace").toAbsolutePath();
    private static final Path REPOSITORY = DIRECTORY.resolve("repository");
    private static final String OWN_GROUP = "mayflydb";

    private Workplace() {}

    /** Makes the workplace, instead of one that an earlier run has left. */
    static void prepare() throws IOException, InterruptedException {
        delete(DIRECTORY);
        // Maven looks for this directory in all parents, and must not find the one of this project.
        Files.createDirectories(DIRECTORY.resolve(".mvn"));
        linkRepository(Path.of(System.getProperty("outside.repository")));
        cloneProject();
    }

    static Path directory() {
        return DIRECTORY;
    }

    static Path project() {
        return DIRECTORY.resolve("mayfly");
    }

    /** What processes have in their environment: this Maven and Java, our repository, and quick starts of both. */
    static Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(System.getenv());
        Path maven = Path.of(System.getProperty("outside.maven"), "bin");
        environment.put("PATH", maven + File.pathSeparator + environment.get("PATH"));
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put(
                "MAVEN_OPTS",
                "-Dmaven.repo.local=" + REPOSITORY + " -Dstyle.color=never -XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
                        + " -DargLine=-XX:TieredStopAtLevel=1");
        // A free port instead of the usual one.
        environment.put("MAYFLY_PORT", "0");
        return environment;
    }

    /** Arguments for Maven: none, unless this whole build runs without a network. */
    static List<String> mavenArguments() {
        return "offline=true".equals(System.getProperty("outside.network")) ? List.of("-o") : List.of();
    }

    static Path repository() {
        return REPOSITORY;
    }

    /** Links to all groups but ours, so that what is downloaded stays. */
    private static void linkRepository(Path shared) throws IOException {
        Path org = Files.createDirectories(REPOSITORY.resolve("org"));
        link(shared, REPOSITORY, "org");
        if (Files.isDirectory(shared.resolve("org"))) {
            link(shared.resolve("org"), org, OWN_GROUP);
        }
    }

    private static void link(Path from, Path to, String except) throws IOException {
        try (Stream<Path> entries = Files.list(from)) {
            for (Path entry : entries.toList()) {
                if (!entry.getFileName().toString().equals(except)) {
                    Files.createSymbolicLink(to.resolve(entry.getFileName()), entry.toAbsolutePath());
                }
            }
        }
    }

    private static void cloneProject() throws IOException, InterruptedException {
        Process git = new ProcessBuilder("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
                .directory(Document.ROOT.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String names = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (git.waitFor() != 0) {
            throw new IOException("git cannot list the files of this project.");
        }
        for (String name : names.split("\0", -1)) {
            Path source = Document.ROOT.resolve(name);
            // Files that are deleted but not committed are listed, too.
            if (!name.isEmpty() && Files.exists(source)) {
                Path target = project().resolve(name);
                Files.createDirectories(target.getParent());
                Files.copy(source, target, StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    private static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        // Does not follow links.
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
