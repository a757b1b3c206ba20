package org.mayflydb.outside;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A project that somebody else might have, in a directory of its own. */
record Project(String name, Path directory) {
    private static final String README = "README.md";
    private static final String TESTING = "docs/TESTING.md";
    private static final String SPRING_BOOT = "Spring Boot";
    private static final String GRADLE = "Gradle";

    private static Project create(String name) throws IOException {
        return new Project(
                name,
                Files.createDirectories(
                        Workplace.directory().resolve("projects").resolve(name)));
    }

    /** The POM of the README and all tests of the guide to testing. */
    static Project testing(String name) throws IOException {
        Project project = create(name);
        for (Block block : Document.read(README).section(Readme.TESTS)) {
            project.save(block);
        }
        project.saveTests();
        return project.renamed();
    }

    /** The same tests for Gradle. */
    static Project gradle(String name) throws IOException {
        Project project = create(name);
        project.saveTests();
        for (Block block : Document.read(TESTING).section(GRADLE)) {
            project.save(block);
        }
        return project;
    }

    /** The application with Spring Data of the guide to testing. */
    static Project springBoot(String name) throws IOException {
        Project project = create(name);
        for (Block block : Document.read(TESTING).section(SPRING_BOOT)) {
            project.save(block);
        }
        return project.renamed();
    }

    /** A project of this module's own, below {@code src/test/projects}. */
    static Project copy(String source, String name) throws IOException {
        Project project = create(name);
        Path from = Path.of("src/test/projects", source);
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = project.directory.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
        return project.renamed();
    }

    /** Uses another version of a dependency, as a reader would write it into the POM. */
    Project with(String artifactId, String version) throws IOException {
        Path file = directory.resolve("pom.xml");
        String pom = Files.readString(file);
        String changed =
                pom.replaceFirst("(<artifactId>" + artifactId + "</artifactId>\\s*<version>)[^<]+", "$1" + version);
        if (changed.equals(pom)) {
            throw new IllegalArgumentException("The POM of " + name + " has no other version of " + artifactId + ".");
        }
        Files.writeString(file, changed);
        return this;
    }

    /** One run of Maven takes no two projects of the same name. */
    private Project renamed() throws IOException {
        Path file = directory.resolve("pom.xml");
        String pom = Files.readString(file);
        Files.writeString(file, pom.replace("<groupId>com.example<", "<groupId>com.example." + name + "<"));
        return this;
    }

    private void saveTests() throws IOException {
        List<Block> blocks = Document.read(TESTING).blocks();
        for (Block block : blocks) {
            if (!block.section().equals(SPRING_BOOT) && !block.section().equals(GRADLE)) {
                save(block);
            }
        }
    }

    private void save(Block block) throws IOException {
        if (block.file().isPresent()) {
            Path file = directory.resolve(block.file().get());
            Files.createDirectories(file.getParent());
            Files.writeString(file, block.text());
        }
    }
}
