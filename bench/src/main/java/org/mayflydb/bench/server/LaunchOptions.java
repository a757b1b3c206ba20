package org.mayflydb.bench.server;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.mayflydb.bench.WorkDirectory;
import org.mayflydb.server.MemoryShares;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of campaigns, which start servers with a memory setting, or planted ones in place of the packaged one. */
public final class LaunchOptions {
    @Option(names = "--main", hidden = true, description = "Class to start instead of the jar, from this class path.")
    private String main = "";

    @Option(names = "--serve", hidden = true, split = " ", description = "More arguments of the server, in one word.")
    private List<String> serve = List.of();

    @Mixin
    private ServerOptions options = new ServerOptions();

    /**
     * How servers are started.
     *
     * @param jar the packaged server
     * @param main a class of this class path to start instead of the jar; empty for the jar
     * @param settings more arguments of the server
     */
    public record Launch(Path jar, List<String> jvm, String main, List<String> settings) {
        public Launch {
            jvm = List.copyOf(jvm);
            settings = List.copyOf(settings);
        }

        /** Whether this is the server that people get. */
        public boolean isPackaged() {
            return main.isEmpty();
        }

        /** The arguments of Java for a server with a memory setting, as the launcher gives them, and with these settings. */
        public List<String> arguments(int memoryMegabytes, Path data, List<String> more) {
            List<String> arguments = new ArrayList<>(List.of(
                    MemoryShares.of(memoryMegabytes, false).javaOptions().split(" ", -1)));
            arguments.add("-XX:+ExitOnOutOfMemoryError");
            arguments.add("-XX:OnOutOfMemoryError=echo 'mayfly: ERROR: out of memory' >&2");
            arguments.addAll(jvm);
            arguments.addAll(
                    isPackaged()
                            ? List.of("-jar", jar.toString(), "serve")
                            : List.of("-cp", System.getProperty("java.class.path"), main));
            arguments.addAll(List.of("--port", "0", "--data", data.toString()));
            arguments.addAll(List.of("--memory-megabytes", Integer.toString(memoryMegabytes)));
            arguments.addAll(more);
            arguments.addAll(settings);
            return arguments;
        }
    }

    /**
     * How to start servers; if there is no jar, says how to make it.
     *
     * @param jvm more options of Java
     */
    public Optional<Launch> find(PrintWriter out, List<String> jvm) {
        List<String> all = new ArrayList<>(jvm);
        all.addAll(options.jvm());
        Optional<Path> jar = main.isEmpty() ? options.findJar(out) : Optional.of(Path.of(main));
        return jar.map(found -> new Launch(found, all, main, serve));
    }

    public WorkDirectory makeDirectory() {
        return options.makeDirectory();
    }
}
