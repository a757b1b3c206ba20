package org.mayflydb.app.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.app.endpoint.RemoteContainer;
import org.mayflydb.app.endpoint.TestServer;
import org.mayflydb.base.BadRequestException;

/** Moves of the clock of a durable store, which delete items for good. */
class ClockDialogTest {
    private final StringWriter screen = new StringWriter();

    @TempDir
    private Path directory;

    private TestServer server;

    @BeforeEach
    void start() {
        server = TestServer.durable(directory);
        RemoteContainer orders = server.container("orders", ",\"defaultTtl\":3600");
        TestServer.create(orders, "{\"id\":\"a\",\"customer\":\"ann\"}");
        TestServer.create(orders, "{\"id\":\"b\",\"customer\":\"bob\",\"ttl\":600000}");
    }

    @AfterEach
    void close() {
        server.close();
    }

    /** A person who gives one answer to all questions. */
    private record Person(PrintWriter out, boolean answer) implements Talk {
        @Override
        public boolean isPerson() {
            return true;
        }

        @Override
        public int width() {
            return 80;
        }

        @Override
        public boolean wantsMore() {
            return false;
        }

        @Override
        public boolean confirms(String question) {
            out.println(question);
            return answer;
        }
    }

    private String run(Talk talk, String... words) {
        new ClockDialog(new Session(server.endpoint()), talk, report -> report.print(talk.out(), false))
                .run(List.of(words).stream().map(word -> new Word(word, false)).toList());
        talk.out().flush();
        return screen.toString().replace(System.lineSeparator(), "\n");
    }

    private Talk person(boolean answer) {
        return new Person(new PrintWriter(screen), answer);
    }

    private Talk script(boolean yes) {
        return new FileTalk(new PrintWriter(screen), yes);
    }

    private long shiftSeconds() {
        return Facts.number(new Session(server.endpoint()).admin().show("clock").get("shiftSeconds"));
    }

    @Test
    void personSeesWhatWouldExpireBeforeTheClockMoves() {
        assertThat(run(person(false), "advance", "2h"))
                .contains("Items that would expire:\n  shop/orders  1 item, ")
                .contains("and permanently delete 1 item?\n", "Nothing was changed.\n");
        assertThat(shiftSeconds()).isZero();
    }

    @Test
    void confirmedMoveIsMade() {
        assertThat(run(person(true), "set", "2500-01-01T00:00:00Z"))
                .contains("Move the clock to 2500-01-01T00:00:00Z and permanently delete 2 items?")
                .contains(" ahead\n");
        assertThat(shiftSeconds()).isPositive();
    }

    @Test
    void moveThatExpiresNothingNeedsNoConfirmation() {
        assertThat(run(script(false), "advance", "10m")).doesNotContain("Items").contains("10 min ahead\n");
        assertThat(run(person(false), "set", "2000-01-01T00:00:00Z")).endsWith(" behind\n");
    }

    @Test
    void scriptNeedsYes() {
        assertThatThrownBy(() -> run(script(false), "advance", "2h"))
                .isInstanceOf(BadRequestException.class)
                .hasMessageEndingWith("and permanently delete 1 item? Pass --yes to confirm it.");
        assertThat(shiftSeconds()).isZero();
        assertThat(run(script(true), "advance", "2h")).contains("2 h ahead\n").doesNotContain("Items");
    }
}
