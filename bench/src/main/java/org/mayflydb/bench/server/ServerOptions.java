package org.mayflydb.bench.server;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mayflydb.bench.WorkDirectory;
import picocli.CommandLine.Option;

/** The options of every command that starts the packaged server. */
public final class ServerOptions {
    private static final Path USUAL_JAR = Path.of("app", "target", "mayfly.jar");

    @Option(names = "--jar", description = "The server (default: app/target/mayfly.jar, here or one directory up).")
    private @Nullable Path jar;

    @Option(names = "--jvm", split = " ", description = "Options of the server's Java virtual machine, in one word.")
    private List<String> jvm = List.of();

    @Option(names = "--directory", description = "Where the databases are made (default: a temporary directory).")
    private @Nullable Path parent;

    /** The server's jar; if there is none, says how to make it. */
    public Optional<Path> findJar(PrintWriter out) {
        Optional<Path> found = jar == null
                ? List.of(USUAL_JAR, Path.of("..").resolve(USUAL_JAR)).stream()
                        .filter(Files::exists)
                        .findFirst()
                : Optional.of(jar);
        if (found.isEmpty()) {
            out.println("There is no app/target/mayfly.jar. Make it: mvn -q -pl app -am package -DskipTests");
        }
        return found.map(Path::toAbsolutePath);
    }

    public List<String> jvm() {
        return jvm;
    }

    public WorkDirectory makeDirectory() {
        return WorkDirectory.make(parent);
    }
}
