package org.mayflydb.app;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.mayflydb.app.endpoint.Waiting;

/** Executes the command line and keeps what it printed. */
final class Console {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final AtomicInteger pauses = new AtomicInteger();
    private final Terminal terminal;
    private InputStream in = InputStream.nullInputStream();
    private Waiting waiting = time -> {
        throw new InterruptedException("nobody waits in a test");
    };

    Console() {
        this(Terminal.NONE);
    }

    Console(Terminal terminal) {
        this.terminal = terminal;
    }

    /** With something on the standard input. */
    Console typing(String text) {
        in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    /** With another way to wait than not at all. */
    Console waiting(Waiting other) {
        waiting = other;
        return this;
    }

    int run(String... arguments) {
        return MayflyCommand.commandLine(terminal, pauses::incrementAndGet, in, waiting)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    String out() {
        return out.toString();
    }

    String err() {
        return err.toString();
    }

    int pauses() {
        return pauses.get();
    }
}
