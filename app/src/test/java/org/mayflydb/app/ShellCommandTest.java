package org.mayflydb.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.app.endpoint.RemoteContainer;
import org.mayflydb.app.endpoint.TestServer;

/** The shell where nobody types. */
class ShellCommandTest {
    private static final String OTHER_KEY = "b3RoZXIga2V5IG90aGVyIGtleSBvdGhlciBrZXkgb3RoZXI=";

    private final Console console = new Console();
    private final TestServer server = TestServer.start();

    @BeforeEach
    void fill() {
        RemoteContainer orders = server.container("orders", ",\"defaultTtl\":3600");
        TestServer.create(orders, "{\"id\":\"a\",\"customer\":\"ann\",\"total\":10}");
        TestServer.create(orders, "{\"id\":\"b\",\"customer\":\"bob\",\"total\":2.5}");
    }

    @AfterEach
    void close() {
        server.close();
    }

    private int shell(String... arguments) {
        String[] all = new String[arguments.length + 3];
        all[0] = "shell";
        all[1] = "--endpoint";
        all[2] = server.url();
        System.arraycopy(arguments, 0, all, 3, arguments.length);
        return console.run(all);
    }

    private String out() {
        return console.out().replace(System.lineSeparator(), "\n");
    }

    @Test
    void rowsAreAllThatIsPrinted() {
        assertThat(shell("shop/orders", "--execute", "SELECT c.id, c.total FROM c ORDER BY c.id", "--page-size", "1"))
                .isZero();
        assertThat(out()).isEqualTo("""
                id  total
                --  -----
                a      10
                b     2.5
                """);
        assertThat(console.err()).isEmpty();
    }

    @Test
    void rowsMayBeJsonLinesOrCsv() {
        assertThat(shell("shop/orders", "-e", "SELECT c.id, c.total FROM c ORDER BY c.id", "-o", "jsonl"))
                .isZero();
        assertThat(shell("shop/orders", "-e", "SELECT c.id, c.total FROM c ORDER BY c.id", "-o", "csv"))
                .isZero();
        assertThat(out()).isEqualTo("""
                {"id":"a","total":10}
                {"id":"b","total":2.5}
                id,total
                a,10
                b,2.5
                """);
    }

    @Test
    void statementsComeFromTheStandardInput() {
        console.typing(".use shop/orders\nSELECT VALUE c.id\nFROM c WHERE c.customer = 'ann';\nSELECT VALUE 2");
        assertThat(shell("-o", "jsonl")).isZero();
        assertThat(out()).isEqualTo("\"a\"\n2\n");
    }

    @Test
    void theFirstFailureEndsIt() {
        assertThat(shell("shop/orders", "-o", "jsonl", "-e", "SELECT VALUE 1; SELECT * FORM c; SELECT VALUE 3"))
                .isEqualTo(1);
        assertThat(out()).isEqualTo("1\n");
        assertThat(console.err()).contains("mayfly shell: ", "400", "near 'FORM'");
    }

    @Test
    void reportsFollowTheFormatOfRows() {
        assertThat(shell("shop/orders", "-e", ".ttl", "-e", ".lag")).isZero();
        assertThat(out()).contains("The default TTL of shop/orders is 3600 s (1 h).", "waiting  0 items, 0 bytes");
        assertThat(shell("shop/orders", "-o", "json", "-e", ".lag")).isZero();
        assertThat(out()).contains("\"backlogItems\": 0");
    }

    @Test
    void aChangeOfTheTimeToLiveIsConfirmedBeforehandOrNotMade() {
        assertThat(shell("shop/orders", "-e", ".ttl 1m")).isEqualTo(2);
        assertThat(console.err()).contains("Pass --yes");
        assertThat(shell("shop/orders", "-e", ".ttl")).isZero();
        assertThat(out()).contains("is 3600 s (1 h).");
        assertThat(shell("shop/orders", "-e", ".ttl off", "--yes")).isZero();
        assertThat(out()).contains("The default TTL of shop/orders is now off.");
    }

    @Test
    void whatIsMissingIsExitCodeOne() {
        assertThat(shell("shop/nothing", "-e", "SELECT 1")).isEqualTo(1);
        assertThat(console.err())
                .contains(
                        "There is no container 'nothing' in the database 'shop'. Create it with: .create shop/nothing --partition-key /PATH");
    }

    @Test
    void aScriptCreatesWhatItUses() {
        console.typing("""
                .create new/visits --partition-key /user
                .insert {"id": "v",
                 "user": "ann"}
                SELECT VALUE c.id FROM c;
                """);
        assertThat(shell("-o", "jsonl")).as(console.err()).isZero();
        assertThat(out()).isEqualTo("""
                Created the database new.
                Created the container new/visits (partition key /user, TTL off).
                Inserted 1 item.
                "v"
                """);
    }

    @Test
    void whatIsNotUnderstoodIsExitCodeTwo() {
        assertThat(shell("-e", "SELECT 1")).isEqualTo(2);
        assertThat(console.err()).contains("Choose a container first: .use DATABASE/CONTAINER");
    }

    @Test
    void whoIsNotThereIsExitCodeThree() {
        server.close();
        assertThat(shell("-e", ".databases")).isEqualTo(3);
        assertThat(console.err())
                .contains("No server is running at " + server.url() + ". Start one with 'mayfly serve'");
    }

    @Test
    void aWrongKeyIsExitCodeFour() {
        assertThat(shell("--key", OTHER_KEY, "-e", ".databases")).isEqualTo(4);
        assertThat(console.err()).contains("does not accept the account key (401)", "--key", "MAYFLY_KEY");
    }

    @Test
    void helpHasExamplesAndExitCodes() {
        assertThat(console.run("help", "shell")).isZero();
        assertThat(console.out()).contains("Examples:", "Exit codes:", "could not be reached", "--connection-string");
    }
}
