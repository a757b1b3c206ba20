package org.mayflydb.outside;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What Surefire has reported about the tests of a project.
 *
 * @param run how many have run
 * @param broken how many of them failed or were skipped
 */
record Reports(int run, int broken) {
    private static final Pattern SUITE = Pattern.compile("<testsuite\\b[^>]*>");
    private static final Pattern COUNT = Pattern.compile("\\b(tests|errors|skipped|failures)=\"(\\d+)\"");

    /** Returns zeros if there are no reports. */
    static Reports of(Path project) throws IOException {
        Reports all = new Reports(0, 0);
        Path directory = project.resolve("target/surefire-reports");
        if (Files.isDirectory(directory)) {
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file :
                        files.filter(name -> name.toString().endsWith(".xml")).toList()) {
                    all = all.plus(Files.readString(file));
                }
            }
        }
        return all;
    }

    private Reports plus(String report) {
        Matcher suite = SUITE.matcher(report);
        if (!suite.find()) {
            throw new IllegalArgumentException("This is not a report of Surefire: " + report);
        }
        int moreRun = run;
        int moreBroken = broken;
        Matcher count = COUNT.matcher(suite.group());
        while (count.find()) {
            int number = Integer.parseInt(count.group(2));
            if (count.group(1).equals("tests")) {
                moreRun += number;
            } else {
                moreBroken += number;
            }
        }
        return new Reports(moreRun, moreBroken);
    }
}
