package org.mayflydb.storage.postgresql;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.XZInputStream;

/** The programs of PostgreSQL and the files of an empty database, which the servers of this process copy. They are gone when it ends. */
final class PostgresFiles {
    /** PostgreSQL refuses to run as root. */
    private static final String UNPRIVILEGED = "65534";

    private static @Nullable PostgresFiles unpacked;

    private final Path directory;

    private PostgresFiles() throws IOException {
        this.directory = Files.createTempDirectory("mayfly-postgresql");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(directory)));
        passable(directory);
        unpack();
        initialize();
    }

    static synchronized PostgresFiles get() {
        if (unpacked == null) {
            try {
                unpacked = new PostgresFiles();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
        return unpacked;
    }

    static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    /** Lets the user of the servers reach what is in a directory. */
    private static void passable(Path directory) throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void unpack() throws IOException {
        Path programs = Files.createDirectory(directory.resolve("server"));
        Process tar = new ProcessBuilder("tar", "-x", "-C", programs.toString())
                .redirectErrorStream(true)
                .start();
        try (InputStream archive = PostgresFiles.class.getResourceAsStream("/postgres-linux-x86_64.txz");
                OutputStream input = tar.getOutputStream()) {
            if (archive == null) {
                throw new IllegalStateException("the archive of the PostgreSQL server is not on the class path");
            }
            new XZInputStream(archive).transferTo(input);
        }
        await(tar, "tar");
    }

    private void initialize() throws IOException {
        Path data = Files.createDirectory(empty());
        own(data);
        run(unprivileged(
                program("initdb"),
                "-D",
                data.toString(),
                "-U",
                PostgresServer.USER,
                "-A",
                "trust",
                "-E",
                "UTF8",
                "--locale=C",
                "--no-sync"));
    }

    private Path empty() {
        return directory.resolve("data");
    }

    String program(String name) {
        return directory.resolve("server/bin").resolve(name).toString();
    }

    /** A new directory with the files of an empty database in {@code data}, all copies of the same. */
    Path copy() throws IOException {
        Path copy = Files.createTempDirectory("mayfly-postgresql");
        passable(copy);
        run(List.of("cp", "-a", empty().toString(), copy.resolve("data").toString()));
        return copy;
    }

    /** Hands a file or directory over to the user of the servers. */
    static void own(Path path) throws IOException {
        if (isRoot()) {
            run(List.of("chown", UNPRIVILEGED + ":" + UNPRIVILEGED, path.toString()));
        }
    }

    /** A command of the user of the servers. */
    static List<String> unprivileged(String... command) {
        List<String> whole = new ArrayList<>();
        if (isRoot()) {
            whole.addAll(List.of("setpriv", "--reuid=" + UNPRIVILEGED, "--regid=" + UNPRIVILEGED, "--clear-groups"));
        }
        whole.addAll(Arrays.asList(command));
        return whole;
    }

    static void run(List<String> command) throws IOException {
        Process run = new ProcessBuilder(command).redirectErrorStream(true).start();
        run.getOutputStream().close();
        await(run, command.toString());
    }

    private static void await(Process process, String name) throws IOException {
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IOException(name + " failed: " + output);
            }
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new IOException(name + " was interrupted", interruption);
        }
    }

    static void delete(Path directory) {
        try {
            run(List.of("rm", "-rf", directory.toString()));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
