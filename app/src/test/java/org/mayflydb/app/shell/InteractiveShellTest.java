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
import org.jline.reader.Candidate;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.Parser;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.DumbTerminal;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
        return talk(null, lines);
    }

    private String talk(@Nullable Path history, String... lines) throws IOException {
        ByteArrayOutputStream screen = new ByteArrayOutputStream();
        byte[] typed = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
        try (Terminal terminal = new DumbTerminal(
                "test", Terminal.TYPE_DUMB, new ByteArrayInputStream(typed), screen, StandardCharsets.UTF_8)) {
            Session session = new Session(server.endpoint());
            session.use("shop/orders");
            new InteractiveShell(terminal, session, RowFormat.TABLE, 2, history).run();
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
                        "There is no command '.what'; .help lists them.",
                        "Write .use DATABASE[/CONTAINER]",
                        "GET /dbs/nowhere was answered 404",
                        "Write .view table or .view json");
    }

    @Test
    void helpNamesEveryCommand() throws Exception {
        assertThat(talk(".help"))
                .contains(".databases", ".containers", ".use", ".item", ".explain", ".forecast", ".what-if", ".lag")
                .contains(".clock", ".ttl", ".stats", ".help", ".quit", ".view");
    }

    @Test
    void databasesAndContainersAreListed() throws Exception {
        assertThat(talk(".databases", ".containers")).contains("> shop\n", "orders  (time to live 3600 s (1 h))");
    }

    @Test
    void anItemIsFoundWithItsPartitionKeyAndWithout() throws Exception {
        String screen = talk(".item short bob", ".item o1");
        assertThat(screen).contains("\"id\": \"short\"", "It expires in ", "\"id\": \"o1\"");
    }

    @Test
    void lifetimesAreExplained() throws Exception {
        assertThat(talk(".explain short bob", ".explain o1 ann", ".explain nobody ann"))
                .contains("the item has a time to live of its own, 1 min")
                .contains("the default of the container, 1 h")
                .contains("not there: never written, deleted or purged");
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
                .contains("Nothing was changed.", "The time to live of shop/orders is 3600 s (1 h).")
                .contains("The time to live of shop/orders is 300 s (5 min).");
        assertThat(screen).containsPattern("shop/orders +0 +0 +300 s \\(5 min\\) +6 ");
    }

    @Test
    void whatIfChangesNothing() throws Exception {
        assertThat(talk(".what-if off", ".ttl")).contains("With a time to live of off:", "  never", "is 3600 s (1 h).");
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
        talk(history, "SELECT VALUE 1 != 2;", ".quit");
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
                    new Session(server.endpoint()), new FileTalk(terminal.writer(), false), RowFormat.TABLE, 1);
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
