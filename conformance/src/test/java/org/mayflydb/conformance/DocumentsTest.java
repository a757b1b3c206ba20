package org.mayflydb.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the documents point to is there. */
class DocumentsTest {
    private static final Path ROOT = Path.of("..");
    private static final Set<String> OTHER_DIRECTORIES = Set.of("target", "node_modules", ".git");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)(#[^)\\s]+)?\\)");
    private static final Pattern TEST = Pattern.compile("`(\\w+Test|\\w+\\.test\\.js)`");

    private final List<Path> documents = new ArrayList<>();
    private final Set<String> fileNames = new TreeSet<>();

    @BeforeEach
    void find() throws IOException {
        assumeThat(ROOT.resolve("README.md")).exists();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return OTHER_DIRECTORIES.contains(directory.getFileName().toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = file.getFileName().toString();
                fileNames.add(name);
                if (name.endsWith(".md")) {
                    documents.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    @Test
    void everyLinkLeadsToAFile() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path document : documents) {
            Matcher link = LINK.matcher(Files.readString(document));
            while (link.find()) {
                String target = link.group(1);
                if (!target.contains("://") && !Files.exists(document.resolveSibling(target))) {
                    broken.add(document + ": " + target);
                }
            }
        }
        assertThat(documents).hasSizeGreaterThan(5);
        assertThat(broken).isEmpty();
    }

    @Test
    void everyTestThatTheyNameExists() throws IOException {
        Set<String> missing = new TreeSet<>();
        for (Path document : documents) {
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
}
