package org.mayflydb.app.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jline.reader.Candidate;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.Parser;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.DumbTerminal;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.app.endpoint.ContainerAddress;
import org.mayflydb.app.endpoint.RemoteContainer;
import org.mayflydb.app.endpoint.TestServer;

class InteractiveShellTest {
    private final TestServer server = TestServer.start();

    @TempDir
    private Path temporary;

    @BeforeEach
    void fill() {
        RemoteContainer orders = server.container("orders", ",\"defaultTtl\":3600");
        for (int i = 1; i <= 5; i++) {
            TestServer.create(orders, "{\"id\":\"o" + i + "\",\"customer\":\"ann\",\"total\":" + i * 10 + "}");
        }
        TestServer.create(orders, "{\"id\":\"short\",\"customer\":\"bob\",\"ttl\":60}");
    }

    @AfterEach
    void close() {
        server.close();
    }

    private String talk(String... lines) throws IOException {
        return talk(null, 0, lines);
    }

    private String talk(int width, String... lines) throws IOException {
        return talk(null, width, lines);
    }

    private String talk(@Nullable Path history, int width, String... lines) throws IOException {
        ByteArrayOutputStream screen = new ByteArrayOutputStream();
        byte[] typed = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
        try (Terminal terminal = new DumbTerminal(
                "test", Terminal.TYPE_DUMB, new ByteArrayInputStream(typed), screen, StandardCharsets.UTF_8)) {
            if (width > 0) {
                terminal.setSize(new Size(width, 24));
            }
            Session session = new Session(server.endpoint());
            session.use("shop/orders");
            new InteractiveShell(terminal, session, OutputFormat.TABLE, 2, history).run();
        }
        return screen.toString(StandardCharsets.UTF_8).replace("\r", "");
    }

    @Test
    void aQueryMayHaveSeveralLines() throws Exception {
        assertThat(talk("SELECT VALUE SUM(c.total)", "FROM c", ";"))
                .contains("shop/orders> ", "value\n-----\n  150\n", "1 row, ", " RU, ", " ms");
    }

    @Test
    void rowsComePageByPageAsLongAsSomebodyWantsThem() throws Exception {
        String screen = talk("SELECT VALUE c.id FROM c ORDER BY c.id;", "", "q", ".quit");
        assertThat(screen).contains("o1\no2\n", "more? [Enter/q]", "o3\no4\n", "4 rows of more, ");
        assertThat(screen).doesNotContain("o5");
    }

    @Test
    void anErrorIsPointedAtAndTheShellGoesOn() throws Exception {
        String screen = talk("SELECT * FORM c;", "SELECT VALUE 7;");
        assertThat(screen).contains("SELECT * FORM c\n         ^\n", "near 'FORM'", "\n    7\n");
    }

    @Test
    void whatIsNoCommandIsSaidToBeNone() throws Exception {
        assertThat(talk(".what", ".use", ".use nowhere", ".view round"))
                .contains(
                        "There is no command '.what'. Did you mean .what-if? Type .help for the list.",
                        "Write .use DATABASE[/CONTAINER]",
                        "There is no database 'nowhere' at http://localhost:",
                        "Create it with: .create nowhere",
                        "Write .view table or .view json");
    }

    @Test
    void helpNamesEveryCommand() throws Exception {
        assertThat(talk(".help"))
                .contains(
                        ".databases",
                        ".containers",
                        ".use",
                        ".create",
                        ".insert",
                        ".upsert",
                        ".item",
                        ".explain",
                        ".forecast",
                        ".what-if",
                        ".lag")
                .contains(".clock", ".ttl", ".stats", ".help", ".quit", ".view");
    }

    @Test
    void databasesAndContainersAreListed() throws Exception {
        assertThat(talk(".databases", ".containers")).contains("> shop\n", "orders  (TTL 3600 s (1 h))");
    }

    @Test
    void anItemIsFoundWithItsPartitionKeyAndWithout() throws Exception {
        String screen = talk(".item short bob", ".item o1");
        assertThat(screen).contains("\"id\": \"short\"", "It expires in ", "\"id\": \"o1\"");
    }

    @Test
    void databasesContainersAndItemsAreCreated() throws Exception {
        String screen = talk(
                ".create store/visits --partition-key /user --ttl 1h --throughput 1000",
                ".insert {",
                "  \"id\": \"v1\", \"user\": \"it's ann\"",
                "}",
                ".insert [{\"id\":\"v2\",\"user\":\"bob\"},{\"id\":\"v3\",\"user\":\"bob\"}]",
                ".upsert {\"id\":\"v1\",\"user\":\"it's ann\",\"page\":7}",
                "SELECT VALUE COUNT(1) FROM c;",
                ".explain v1",
                ".create plain",
                ".databases");
        assertThat(screen)
                .contains("Created the database store.\n")
                .contains("Created the container store/visits (partition key /user, TTL 3600 s (1 h)).\n")
                .contains("store/visits> Inserted 1 item.\n", "Inserted 2 items.\n", "Upserted 1 item.\n")
                .contains("value\n-----\n    3\n", "the container's default TTL, 1 h")
                .contains("Created the database plain.\nplain> ")
                .contains("plain\nshop\nstore\n");
    }

    @Test
    void aPartitionKeyMayHaveSeveralLevels() throws Exception {
        assertThat(talk(
                        ".create shop/visits --partition-key /tenant,/user",
                        ".insert {\"id\":\"v\",\"tenant\":\"t\",\"user\":\"u\"}",
                        ".item v t u"))
                .contains("(partition key /tenant, /user, TTL off)", "\"id\": \"v\"");
    }

    @Test
    void whatCannotBeCreatedSaysWhy() throws Exception {
        assertThat(talk(
                        ".create shop",
                        ".create shop/orders --partition-key /x",
                        ".create shop/new",
                        ".create shop/new --partition-key x",
                        ".create shop/new --partition-key /x --ttl soon",
                        ".create shop/new --color red",
                        ".create shop/new --partition-key",
                        ".create other --partition-key /x"))
                .contains("The database 'shop' exists already.")
                .contains("The container shop/orders exists already.")
                .contains("A container needs a partition key: .create shop/new --partition-key /PATH")
                .contains("'x' is not a partition key path: it must begin with a slash")
                .contains("'soon' is not a duration such as 90, 15m")
                .contains("There is no option '--color'.")
                .contains("--partition-key needs a value.")
                .contains("These options are for a container: write .create other/CONTAINER --partition-key /PATH");
    }

    @Test
    void whatCannotBeInsertedSaysWhy() throws Exception {
        Path file = Files.writeString(temporary.resolve("lines.jsonl"), "{\"id\":\"a\"}\n{\"id\":\"b\"}\n");
        assertThat(talk(
                        ".insert",
                        ".insert {\"customer\":\"ann\"}",
                        ".insert {\"id\": o1}",
                        ".insert {\"id\":\"o1\",\"customer\":\"ann\"}",
                        ".insert absent.json",
                        ".insert " + file))
                .contains("Write .insert JSON|FILE")
                .contains("An item is a JSON object with an \"id\" that is a string.")
                .contains("This is not valid JSON: Unrecognized token 'o1'")
                .contains("An item with the id \"o1\" and the partition key [\"ann\"]", ".upsert replaces an item")
                .contains("Cannot read 'absent.json': no such file or directory: absent.json.")
                .contains("A file with one item on each line is for 'mayfly import'.");
    }

    @Test
    void itemsMayComeFromAFile() throws Exception {
        Path file = Files.writeString(
                temporary.resolve("two.json"),
                "[{\"id\":\"x\",\"customer\":\"ann\"},\n{\"id\":\"y\",\"customer\":\"ann\"}]");
        assertThat(talk(".insert " + file, ".insert " + file))
                .contains("Inserted 2 items.", "An item with the id \"x\"");
    }

    @Test
    void anItemIsExplainedWithoutItsPartitionKeyIfItsIdIsUnique() throws Exception {
        TestServer.create(
                server.account().items(new ContainerAddress("shop", "orders")), "{\"id\":\"o1\",\"customer\":\"bob\"}");
        assertThat(talk(".explain short", ".explain o1", ".explain nobody"))
                .contains("the item's own ttl, 1 min")
                .containsPattern("several items with the id 'o1' in shop/orders: add the partition key, which is one of"
                        + " \\[\\[\"(ann|bob)\"\\], \\[\"(ann|bob)\"\\]\\]")
                .contains(
                        "There is no item with the id 'nobody' in shop/orders. If it has expired, add its partition key.");
    }

    @Test
    void tablesFitTheWindow() throws Exception {
        String screen = talk(
                60, "SELECT c.id, c.customer, '" + "x".repeat(80) + "' AS text FROM c WHERE c.id = 'o1';", ".stats");
        assertThat(screen.lines().filter(line -> !line.contains("> ") && !line.startsWith("Not shown")))
                .allMatch(line -> line.length() <= 60);
        assertThat(screen).contains("xxx...", "Not shown for lack of room: ");
    }

    @Test
    void lifetimesAreExplained() throws Exception {
        assertThat(talk(".explain short bob", ".explain o1 ann", ".explain nobody ann"))
                .contains("the item's own ttl, 1 min")
                .contains("the container's default TTL, 1 h")
                .contains("absent: never written, deleted or purged");
    }

    @Test
    void theClockIsMovedAndTheForecastFollows() throws Exception {
        String screen = talk(".forecast 30m 2", ".clock advance 1m", ".forecast 30m 2", ".lag");
        assertThat(screen)
                .contains(
                        "  to 30 min      1  ########\n",
                        "  30 min to 1 h  5  ########################################\n")
                .contains("ahead", "  to 30 min      0\n")
                .contains("waiting  1 item, ");
    }

    @Test
    void aTimeToLiveIsChangedOnlyIfSomebodyWantsWhatThatDoes() throws Exception {
        String screen = talk(".clock advance 10m", ".ttl 5m", "n", ".ttl", ".ttl 5m", "y", ".ttl", ".stats");
        assertThat(screen)
                .contains("removed at once  5 items", "from 3600 s (1 h) to 300 s (5 min)? [y/N]")
                .contains("Nothing was changed.", "The default TTL of shop/orders is 3600 s (1 h).")
                .contains("The default TTL of shop/orders is now 300 s (5 min).");
        assertThat(screen).containsPattern("shop/orders +0 +0 +300 s \\(5 min\\) +6 ");
    }

    @Test
    void whatIfChangesNothing() throws Exception {
        assertThat(talk(".what-if off", ".ttl")).contains("With a TTL of off:", "  never", "is 3600 s (1 h).");
    }

    @Test
    void queriesMayLookAtOnePartitionKey() throws Exception {
        assertThat(talk(".key bob", "SELECT VALUE COUNT(1) FROM c;", ".key", "SELECT VALUE COUNT(1) FROM c;"))
                .contains("shop/orders[\"bob\"]> value\n-----\n    1\n", "shop/orders> value\n-----\n    6\n");
    }

    @Test
    void theViewMayBeJson() throws Exception {
        assertThat(talk(".view json", "SELECT c.id FROM c WHERE c.id = 'o1';"))
                .contains("[\n  {\n    \"id\": \"o1\"\n  }\n]\n");
    }

    @Test
    void whatWasTypedIsRemembered() throws Exception {
        Path history = temporary.resolve("history");
        talk(history, 0, "SELECT VALUE 1 != 2;", ".quit");
        assertThat(Files.readString(history)).contains("SELECT VALUE 1 != 2;");
    }

    @Test
    void historyIsInTheStateDirectoryOfTheUser() {
        assertThat(HistoryFile.find(Map.of("XDG_STATE_HOME", temporary.toString()), "/nowhere"))
                .isEqualTo(temporary.resolve("mayfly/history"));
        assertThat(HistoryFile.find(Map.of(), temporary.toString()))
                .isEqualTo(temporary.resolve(".local/state/mayfly/history"));
        assertThat(temporary.resolve("mayfly")).isDirectory();
    }

    /** Numbers and times differ from run to run. */
    @Test
    void theSessionInTheDocumentIsWhatTheShellPrints() throws Exception {
        String document = Files.readString(Path.of("..", "docs", "SHELL.md")).split("```", -1)[1];
        String session = document.substring(document.indexOf("Connected"));
        List<String> typed = new ArrayList<>();
        Matcher line = Pattern.compile("(?m)^(?:(?:mayfly|shop/orders)> | +\\.\\.\\.> |Change .*\\[y/N\\] )(.*)$")
                .matcher(session);
        while (line.find()) {
            typed.add(line.group(1));
        }
        ByteArrayOutputStream screen = new ByteArrayOutputStream();
        byte[] input = (String.join("\n", typed) + "\n.quit\n").getBytes(StandardCharsets.UTF_8);
        try (TestServer empty = TestServer.start();
                Terminal terminal = new DumbTerminal(
                        "test", Terminal.TYPE_DUMB, new ByteArrayInputStream(input), screen, StandardCharsets.UTF_8)) {
            // Also has the terminal echo what is typed.
            terminal.setSize(new Size(120, 60));
            new InteractiveShell(terminal, new Session(empty.endpoint()), OutputFormat.TABLE, 20, null).run();
        }
        assertThat(withoutNumbers(screen.toString(StandardCharsets.UTF_8).replace("\r", "")))
                .isEqualTo(withoutNumbers(session + "shop/orders> .quit\n"));
    }

    private static String withoutNumbers(String text) {
        return text.replaceAll("http\\S*", "URL. ")
                .replaceAll("(?m)in \\d.*$", "in TIME")
                .replaceAll("\\d+(\\.\\d+)?", "0")
                .replaceAll(" +\n", "\n");
    }

    @Test
    void tabulatorsOfferCommandsPlacesWordsAndFunctions() throws Exception {
        assertThat(offered(".da")).contains(".databases");
        assertThat(offered(".use s")).contains("shop", "shop/orders");
        assertThat(offered("SELECT * FR")).contains("FROM", "STARTSWITH(", "COUNT(");
        assertThat(offered("select abs(le")).contains("length(", "left(");
    }

    private List<String> offered(String line) throws IOException {
        try (Terminal terminal = new DumbTerminal(new ByteArrayInputStream(new byte[0]), new ByteArrayOutputStream())) {
            Interpreter interpreter = new Interpreter(
                    new Session(server.endpoint()), new FileTalk(terminal.writer(), false), OutputFormat.TABLE, 1);
            List<Candidate> candidates = new ArrayList<>();
            new Completions(interpreter)
                    .complete(
                            LineReaderBuilder.builder().terminal(terminal).build(),
                            new StatementParser().parse(line, line.length(), Parser.ParseContext.COMPLETE),
                            candidates);
            return candidates.stream().map(Candidate::value).toList();
        }
    }
}
