package org.mayflydb.app;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicInteger;

/** Executes the command line and keeps what it printed. */
final class Console {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final AtomicInteger pauses = new AtomicInteger();
    private final Terminal terminal;

    Console() {
        this(Terminal.NONE);
    }

    Console(Terminal terminal) {
        this.terminal = terminal;
    }

    int run(String... arguments) {
        return MayflyCommand.commandLine(terminal, pauses::incrementAndGet)
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
