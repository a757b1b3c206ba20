package org.mayflydb.app;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code mayfly emulator} in a process of its own, with an environment that a test decides. */
final class EmulatorProcess implements AutoCloseable {
    private static final String LAST_WORD = "Started\r\n";

    private final Process process;
    private final Path err;
    private final String out;

    private EmulatorProcess(Process process, Path err, String out) {
        this.process = process;
        this.err = err;
        this.out = out;
    }

    /** Waits until the process says that it has started, or ends. */
    static EmulatorProcess start(Path err, Map<String, String> environment, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                MayflyCommand.class.getName(),
                "emulator"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(err.toFile());
        builder.environment().keySet().removeIf(name -> !name.equals("PATH"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        InputStream in = process.getInputStream();
        for (int next = in.read(); next >= 0; next = in.read()) {
            out.write(next);
            if (next == '\n' && out.toString(StandardCharsets.UTF_8).endsWith(LAST_WORD)) {
                break;
            }
        }
        return new EmulatorProcess(process, err, out.toString(StandardCharsets.UTF_8));
    }

    /** What it printed until it had started, line ends included. */
    String out() {
        return out;
    }

    String err() throws IOException {
        return Files.readString(err);
    }

    /** The number behind a text that it printed. */
    int port(String text) {
        Matcher matcher = Pattern.compile(text + "(\\d+)").matcher(out);
        if (!matcher.find()) {
            throw new IllegalStateException("there is no \"" + text + "\" in " + out);
        }
        return Integer.parseInt(matcher.group(1));
    }

    int await() throws InterruptedException {
        return process.waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
