package org.mayflydb.outside;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A fenced block of a document.
 *
 * @param document its path from the root, such as {@code docs/TTL.md}
 * @param section the nearest heading of the second level before it; empty if there is none
 * @param line where it begins
 * @param language what follows the fence
 * @param file the file name in the line before it, if that is all there is
 */
record Block(String document, String section, int line, String language, Optional<String> file, String text) {
    private static final Set<String> PROGRAMS = Set.of("java", "js", "python", "go", "rust", "csharp");

    boolean isScript() {
        return language.equals("sh");
    }

    /** Returns true if it is only shown, because it needs more than a test machine has. */
    boolean isShown() {
        return language.equals("console");
    }

    /** Returns true for a program that is complete: it begins with its imports. */
    boolean isProgram() {
        String start = text.stripLeading().toLowerCase(Locale.ROOT);
        return PROGRAMS.contains(language)
                && (start.startsWith("import ")
                        || start.startsWith("from ")
                        || start.startsWith("package ")
                        || start.startsWith("using ")
                        || start.startsWith("use ")
                        || start.startsWith("const ")
                        || start.startsWith("//"));
    }

    /** Returns true if a test can run it. */
    boolean isExecutable() {
        return isScript() || isProgram() || file.isPresent();
    }

    /** The commands of a script; a backslash continues a line. */
    List<String> commands() {
        List<String> commands = new ArrayList<>();
        for (String line : text.replace("\\\n", " ").lines().toList()) {
            if (!line.isBlank() && !line.startsWith("#")) {
                commands.add(line.strip());
            }
        }
        return commands;
    }

    @Override
    public String toString() {
        return document + ":" + line + " (" + section + ", " + language + ")";
    }
}
