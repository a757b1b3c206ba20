package org.mayflydb.outside;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A document of the project, and the blocks in it. See "Documentation that runs" in {@code CONTRIBUTING.md}. */
record Document(String name, List<Block> blocks) {
    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern HEADING = Pattern.compile("## (.*)");
    private static final Pattern FENCE = Pattern.compile("```(\\S*).*");
    private static final Pattern FILE = Pattern.compile("`([^`]+)`:");

    static Document read(String name) throws IOException {
        List<Block> blocks = new ArrayList<>();
        String section = "";
        String previous = "";
        List<String> lines = Files.readAllLines(ROOT.resolve(name));
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            Matcher heading = HEADING.matcher(line);
            Matcher fence = FENCE.matcher(line);
            if (heading.matches()) {
                section = heading.group(1);
            } else if (fence.matches()) {
                int end = i + 1;
                while (!lines.get(end).equals("```")) {
                    end++;
                }
                Matcher file = FILE.matcher(previous);
                Optional<String> fileName = file.matches() ? Optional.of(file.group(1)) : Optional.empty();
                String text = String.join("\n", lines.subList(i + 1, end)) + "\n";
                blocks.add(new Block(name, section, i + 1, fence.group(1), fileName, text));
                i = end;
                line = "";
                previous = "";
            }
            if (!line.isBlank()) {
                previous = line;
            }
        }
        return new Document(name, List.copyOf(blocks));
    }

    /** The README and everything in {@code docs}. */
    static List<Document> all() throws IOException {
        List<String> names = new ArrayList<>(List.of("README.md"));
        try (Stream<Path> files = Files.list(ROOT.resolve("docs"))) {
            files.map(file -> "docs/" + file.getFileName())
                    .filter(name -> name.endsWith(".md"))
                    .sorted()
                    .forEach(names::add);
        }
        List<Document> documents = new ArrayList<>();
        for (String name : names) {
            documents.add(read(name));
        }
        return documents;
    }

    /** The blocks of one section, of which there must be some. */
    List<Block> section(String title) {
        List<Block> found =
                blocks.stream().filter(block -> block.section().equals(title)).toList();
        if (found.isEmpty()) {
            throw new IllegalArgumentException(name + " has no blocks in a section '" + title + "'.");
        }
        return found;
    }
}
