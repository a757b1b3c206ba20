package org.mayflydb.outside;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Does what a section says, as its reader would: saves files, and runs commands in order and in one directory. */
final class Session implements AutoCloseable {
    private static final long MINUTES_MAX = 10;
    private static final String USUAL_SERVER = "localhost:8081";
    private static final Pattern ENDPOINT = Pattern.compile("https://(localhost:\\d+)");

    private final Path log;
    private final List<String> commands = new ArrayList<>();
    private final List<Process> servers = new ArrayList<>();
    private Path directory;
    private Optional<String> server = Optional.empty();

    /** @param name of the log in the workplace */
    Session(Path directory, String name) {
        this.directory = directory;
        this.log = Workplace.directory().resolve(name + ".log");
    }

    Session run(List<Block> blocks) throws IOException, InterruptedException {
        for (Block block : blocks) {
            if (block.file().isPresent()) {
                save(block);
            } else if (block.isScript()) {
                for (String command : block.commands()) {
                    run(command);
                }
            }
        }
        return this;
    }

    /** How many commands were run. */
    int commandCount() {
        return commands.size();
    }

    /** What the commands have printed. */
    String output() throws IOException {
        return Files.readString(log);
    }

    /** Where the last {@code cd} has led. */
    Path directory() {
        return directory;
    }

    void save(Block block) throws IOException {
        Path file = directory.resolve(block.file().orElseThrow()).normalize();
        Files.createDirectories(file.getParent());
        Files.writeString(file, block.text());
    }

    void run(String command) throws IOException, InterruptedException {
        commands.add(command);
        if (command.startsWith("./mayfly serve")) {
            serve(command);
        } else {
            execute(command);
        }
    }

    private void execute(String command) throws IOException, InterruptedException {
        Path where = Workplace.directory().resolve("directory.txt");
        Process process = shell(command + "\npwd >" + where)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        boolean ended = process.waitFor(MINUTES_MAX, TimeUnit.MINUTES);
        process.destroyForcibly();
        if (!ended || process.exitValue() != 0) {
            throw new AssertionError("'" + command + "' in " + directory + " failed:\n" + Files.readString(log));
        }
        directory = Path.of(Files.readString(where).strip());
    }

    /** Starts a server and waits until it says where it listens. */
    private void serve(String command) throws IOException {
        Process process = shell("exec " + command)
                .redirectErrorStream(false)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        servers.add(process);
        server = process.inputReader()
                .lines()
                .map(ENDPOINT::matcher)
                .filter(Matcher::find)
                .map(endpoint -> endpoint.group(1))
                .findFirst();
        if (server.isEmpty()) {
            throw new AssertionError("'" + command + "' does not serve:\n" + Files.readString(log));
        }
    }

    /** Servers of tests choose their ports, so commands that would go to the usual one are sent to the last server. */
    private ProcessBuilder shell(String script) {
        String sent = script.replace(USUAL_SERVER, server.orElse(USUAL_SERVER));
        ProcessBuilder builder = new ProcessBuilder("sh", "-e", "-c", sent)
                .directory(directory.toFile())
                .redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(Workplace.environment());
        server.ifPresent(address -> builder.environment().put("MAYFLY_ENDPOINT", "https://" + address));
        return builder;
    }

    @Override
    public void close() {
        for (Process process : servers) {
            process.destroy();
            try {
                if (!process.waitFor(1, TimeUnit.MINUTES)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException interrupted) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }
}
