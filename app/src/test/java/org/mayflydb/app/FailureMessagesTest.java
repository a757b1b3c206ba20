package org.mayflydb.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.embedded.Mayfly;

/** Messages about common mistakes say what is wrong and what to do, in the user's terms. */
@Tag("process")
class FailureMessagesTest {
    /** Names of exceptions and packages, and RocksDB's words for kinds of errors. */
    private static final Pattern INTERNALS =
            Pattern.compile("Exception|IOError|\\bjava\\.|\\borg\\.mayflydb|\\bat [a-z]+\\.");

    private static final String NOBODY = "http://localhost:1";

    private final Console console = new Console();

    @TempDir
    private Path temporary;

    private String failure(int exitCode, String... arguments) {
        assertThat(console.run(arguments)).as(console.err()).isEqualTo(exitCode);
        assertThat(console.err()).doesNotContainPattern(INTERNALS);
        assertThat(console.out()).isEmpty();
        return console.err();
    }

    private String path(String name) {
        return temporary.resolve(name).toString();
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private String directoryInUse(String... command) {
        try (Mayfly open = Mayfly.open(temporary.resolve("data"))) {
            assertThat(open.databases()).isEmpty();
            return failure(2, command);
        }
    }

    @Test
    void aDataDirectoryInUseIsNamed() {
        String inUse = "the store in " + path("data") + " is already open";
        assertThat(directoryInUse("serve", "--data", path("data"), "--port", "0"))
                .contains("mayfly serve: " + inUse);
        assertThat(directoryInUse("check", path("data"))).contains("mayfly check: " + inUse);
        assertThat(directoryInUse("backup", "--data", path("data"), path("b"))).contains("mayfly backup: " + inUse);
    }

    @Test
    void aDataDirectoryInUseByAnotherProcessSaysSo() throws Exception {
        try (MayflyProcess server = MayflyProcess.start(
                temporary.resolve("err"), "serve", "--data", path("data"), "--port", "0", "--direct-port", "off")) {
            MayflyProcess.endpointOf(server);
            assertThat(failure(2, "serve", "--data", path("data"), "--port", "0"))
                    .contains("is already open: another process is using it. Stop that process first, or choose another"
                            + " directory; 'lsof " + path("data") + "/LOCK' shows which one.");
        }
    }

    @Test
    void anUnrelatedDirectoryIsNoDamagedStore() throws IOException {
        Files.writeString(temporary.resolve("letter.txt"), "Dear Ann");
        Files.writeString(temporary.resolve("photo.jpg"), "");
        assertThat(failure(2, "serve", "--data", temporary.toString(), "--port", "0"))
                .contains(temporary + " is not a Mayfly data directory: it contains letter.txt and 1 more."
                        + " Choose an empty or a new directory")
                .doesNotContain("damage");
        assertThat(failure(2, "check", temporary.toString())).contains("is not a Mayfly data directory");
        assertThat(failure(2, "serve", "--data", path("letter.txt"), "--port", "0"))
                .contains("letter.txt is a file. A data directory is needed");
        assertThat(temporary.resolve("letter.txt")).content().isEqualTo("Dear Ann");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "permissions are POSIX")
    void aDirectoryWithoutPermissionIsNamed() throws IOException {
        assumeTrue(!isRoot(), "root may do everything");
        Path locked = Files.createDirectory(
                temporary.resolve("locked"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("---------")));
        assertThat(failure(2, "serve", "--data", locked.toString(), "--port", "0"))
                .contains("permission denied: " + locked);
        assertThat(failure(2, "serve", "--data", locked.resolve("new").toString(), "--port", "0"))
                .contains("permission denied: ");
    }

    @Test
    void aDirectoryBelowAFileCannotBeCreated() throws IOException {
        Files.writeString(temporary.resolve("file"), "");
        assertThat(failure(2, "serve", "--data", path("file/data"), "--port", "0"))
                .contains("the data directory " + path("file/data") + " cannot be opened: ");
    }

    @Test
    void aPortInUseIsNamedWithItsOption() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(other.getLocalPort());
            assertThat(failure(2, "serve", "--memory", "--port", "0", "--direct-port", port))
                    .contains("Cannot listen on 127.0.0.1:" + port + ": the port is already in use.")
                    .contains("Choose another port with --direct-port");
        }
    }

    @Test
    void anUnknownHostIsNamed() {
        assertThat(failure(
                        2,
                        "serve",
                        "--memory",
                        "--port",
                        "0",
                        "--host",
                        "no.such.host.invalid",
                        "--key",
                        "a".repeat(64)))
                .contains("Cannot listen on no.such.host.invalid:0: ");
        assertThat(failure(3, "stats", "--endpoint", "http://no.such.host.invalid:1", "--key", "aaaa"))
                .contains("There is no host named no.such.host.invalid.");
    }

    @Test
    void aSettingsFileThatIsMissingOrWrongIsNamed() throws IOException {
        assertThat(failure(2, "serve", "--config", path("absent")))
                .contains("The settings file that --config names cannot be read: no such file or directory: "
                        + path("absent"));
        Files.writeString(temporary.resolve("wrong"), "prot = 1\n");
        assertThat(failure(2, "serve", "--config", path("wrong")))
                .contains("There is no setting prot (in " + path("wrong") + "). Did you mean port?");
        Files.write(temporary.resolve("binary"), new byte[] {(byte) 0xC3, (byte) 0x28});
        assertThat(failure(2, "serve", "--config", path("binary"))).contains("it is not UTF-8 text");
    }

    @Test
    void aServerThatIsNotRunningIsSaidToBe() {
        for (List<String> command : List.of(
                List.of("shell", "-e", ".databases"),
                List.of("stats"),
                List.of("lag", "shop/orders"),
                List.of("backup", "monday"),
                List.of("export", "--database", "shop", "--container", "orders"),
                List.of("explain", "shop/orders", "o1"))) {
            String[] arguments = new String[command.size() + 2];
            command.toArray(arguments);
            arguments[command.size()] = "--endpoint";
            arguments[command.size() + 1] = NOBODY;
            assertThat(failure(3, arguments))
                    .contains("No server is running at " + NOBODY + ". Start one with 'mayfly serve'");
        }
    }

    @Test
    void filesThatCannotBeReadAreNamed() throws IOException {
        assertThat(failure(2, "import", "--endpoint", NOBODY, "--database", "d", "--container", "c", path("absent")))
                .contains(
                        "The file " + path("absent") + " cannot be read: no such file or directory: " + path("absent"));
        assertThat(failure(
                        2, "import", "--endpoint", NOBODY, "--database", "d", "--container", "c", temporary.toString()))
                .contains("cannot be read: ");
        assertThat(failure(2, "stats", "--endpoint", "https://localhost:1", "--certificate", path("absent")))
                .contains("The certificate file " + path("absent") + " cannot be read: no such file or directory");
        Files.writeString(temporary.resolve("empty.pem"), "");
        assertThat(failure(2, "stats", "--endpoint", "https://localhost:1", "--certificate", path("empty.pem")))
                .contains("contains no PEM certificates");
        assertThat(failure(2, "restore", path("absent"), "--data", path("new"))).contains("there is no backup in");
        assertThat(failure(2, "serve", "--memory", "--port", "0", "--seed", path("absent")))
                .contains("The seed directory " + path("absent") + " does not exist.");
    }

    @Test
    void aProgressFileThatIsDamagedSaysWhatToDo() throws IOException {
        Files.writeString(temporary.resolve("items.jsonl"), "");
        Files.writeString(temporary.resolve("items.jsonl.import"), "half a");
        assertThat(failure(
                        2,
                        "import",
                        "--endpoint",
                        NOBODY,
                        "--database",
                        "d",
                        "--container",
                        "c",
                        path("items.jsonl"),
                        "--resume"))
                .contains("The progress file " + path("items.jsonl.import")
                        + " is damaged: it is not a JSON object. Remove it and start over.");
    }
}
