package org.mayflydb.outside;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Does what a section says, as its reader would: saves files, and runs commands in order and in one directory. */
final class Session implements AutoCloseable {
    private static final long MINUTES_MAX = 10;

    private final Path log;
    private final List<String> commands = new ArrayList<>();
    private final List<Process> servers = new ArrayList<>();
    private Path directory;

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
        Process server = shell("exec " + command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        servers.add(server);
        boolean listens = server.inputReader().lines().anyMatch(line -> line.contains("https://localhost:"));
        if (!listens) {
            throw new AssertionError("'" + command + "' does not serve:\n" + Files.readString(log));
        }
    }

    private ProcessBuilder shell(String script) {
        ProcessBuilder builder =
                new ProcessBuilder("sh", "-e", "-c", script).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(Workplace.environment());
        return builder;
    }

    @Override
    public void close() {
        for (Process server : servers) {
            server.destroy();
            try {
                if (!server.waitFor(1, TimeUnit.MINUTES)) {
                    server.destroyForcibly();
                }
            } catch (InterruptedException interrupted) {
                server.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }
}
