package org.mayflydb.bench.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mayflydb.bench.Round;

/** The load generator: as many connections as wanted, each asking again as soon as it is answered. */
final class Wrk {
    private static final Pattern RESULT = Pattern.compile("RESULT (\\d+) (\\d+) (\\d+) (\\d+) (\\d+)");

    /** Tells the counts in a form that a program reads. */
    private static final String DONE = """

            function done(summary, latency)
              local e = summary.errors
              print(string.format("RESULT %d %d %d %d %d", summary.requests, summary.duration, e.status,
                e.connect + e.read + e.write + e.timeout, latency:percentile(99)))
            end
            """;

    private Wrk() {}

    /**
     * A round under load.
     *
     * @param p99Millis what 99 % of the requests did not exceed
     */
    record Load(Round round, double p99Millis) {}

    static boolean isInstalled() {
        try {
            Process process = new ProcessBuilder("wrk", "-v")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.waitFor();
            return true;
        } catch (IOException absent) {
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Writes a script that sends these requests in turn, again and again. */
    static Path reads(Path directory, List<SignedRequest> requests) {
        StringBuilder script = new StringBuilder("local r = {}\n");
        for (int i = 0; i < requests.size(); i++) {
            script.append("r[")
                    .append(i + 1)
                    .append("] = ")
                    .append(quoted(requests.get(i).text()))
                    .append("\n");
        }
        script.append("""
                local n = 0
                function request()
                  n = n + 1
                  if n > #r then n = 1 end
                  return r[n]
                end
                """);
        return write(directory.resolve("reads.lua"), script);
    }

    /**
     * Writes a script that sends a request with other numbers each time: the tenant in its head, and id and tenant in its body.
     *
     * @param id what to replace by a number of ten digits
     * @param tenant what to replace by a number of three digits
     * @param firstNumber of this round
     */
    static Path creates(Path directory, SignedRequest request, String id, String tenant, long firstNumber) {
        String pattern = request.text().replace("%", "%%").replace(id, "%010d").replace(tenant, "%03d");
        return write(
                directory.resolve("creates.lua"),
                new StringBuilder("local pattern = ")
                        .append(quoted(pattern))
                        .append("\nlocal n = ")
                        .append(firstNumber)
                        .append("""

                                function request()
                                  n = n + 1
                                  local tenant = 100 + n % 900
                                  return string.format(pattern, tenant, n, tenant)
                                end
                                """));
    }

    private static String quoted(String text) {
        return "\""
                + text.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\r", "\\r")
                        .replace("\n", "\\n") + "\"";
    }

    private static Path write(Path file, StringBuilder script) {
        try {
            return Files.writeString(file, script.append(DONE), StandardCharsets.US_ASCII);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Loads a server. Every answer has to be a good one. */
    static Round run(ServerProcess server, Path script, int connections, int seconds) {
        return load(server, script, connections, seconds).round();
    }

    /** The same, with latencies. */
    static Load load(ServerProcess server, Path script, int connections, int seconds) {
        try {
            long cpuStart = server.cpuNanos();
            Process process = new ProcessBuilder(
                            "wrk",
                            "--threads=1",
                            "--connections=" + connections,
                            "--duration=" + seconds + "s",
                            "--script=" + script,
                            "http://127.0.0.1:" + server.port())
                    .redirectErrorStream(true)
                    .start();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return parse(printed, server.cpuNanos() - cpuStart);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the server was loaded", interrupted);
        }
    }

    private static Load parse(String printed, long cpuNanos) {
        Matcher result = RESULT.matcher(printed);
        if (!result.find()) {
            throw new IllegalStateException("wrk failed: " + printed);
        }
        if (!result.group(3).equals("0") || !result.group(4).equals("0")) {
            throw new IllegalStateException("some requests failed: " + printed);
        }
        return new Load(
                new Round(Long.parseLong(result.group(1)), Long.parseLong(result.group(2)) * 1000, cpuNanos),
                Long.parseLong(result.group(5)) / 1000.0);
    }
}
