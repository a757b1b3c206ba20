package org.mayflydb.app.shell;

import java.util.List;
import java.util.Locale;
import org.mayflydb.app.endpoint.QueryCursor;
import org.mayflydb.app.endpoint.ResultPage;

/** Runs statements in a session. */
public final class Interpreter {
    private static final double NANOS_PER_MILLI = 1e6;

    private final Session session;
    private final Talk talk;
    private final int pageSize;
    private final DotCommands commands;
    private OutputFormat view;
    private boolean ended;

    public Interpreter(Session session, Talk talk, OutputFormat view, int pageSize) {
        this.session = session;
        this.talk = talk;
        this.view = view;
        this.pageSize = pageSize;
        this.commands = new DotCommands(this, session, talk);
    }

    Session session() {
        return session;
    }

    Talk talk() {
        return talk;
    }

    List<String> commandNames() {
        return commands.names();
    }

    /** Whether somebody has said that this is enough. */
    boolean hasEnded() {
        return ended;
    }

    void quit() {
        ended = true;
    }

    void view(OutputFormat format) {
        view = format;
    }

    /** Whether reports are wanted as JSON, like rows. */
    boolean wantsJson() {
        return view == OutputFormat.JSON || view == OutputFormat.JSONL;
    }

    /** Runs one statement. What fails is thrown; what was shown before stays. */
    void run(String statement) {
        if (statement.startsWith(".")) {
            commands.run(statement);
        } else {
            query(statement);
        }
    }

    private void query(String text) {
        QueryCursor cursor = session.items().query(text, session.scope(), pageSize);
        RowPrinter printer = view.printer(talk);
        long rows = 0;
        double charge = 0;
        long nanos = 0;
        boolean wanted = true;
        while (wanted && cursor.hasNext()) {
            long start = System.nanoTime();
            ResultPage page = cursor.next();
            nanos += System.nanoTime() - start;
            printer.page(page.rows());
            rows += page.rows().size();
            charge += page.charge();
            // An empty page is no reason to ask anybody.
            wanted = !cursor.hasNext() || page.rows().isEmpty() || talk.wantsMore();
        }
        printer.end();
        if (talk.isPerson()) {
            talk.out()
                    .println(Facts.count(rows, "row") + (cursor.hasNext() ? " of more" : "") + ", "
                            + String.format(Locale.ROOT, "%.2f RU, %.0f ms", charge, nanos / NANOS_PER_MILLI));
            talk.out().flush();
        }
    }
}
