package org.mayflydb.app.shell;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jspecify.annotations.Nullable;
import org.mayflydb.app.endpoint.EndpointException;
import org.mayflydb.base.MayflyException;

/** A person types statements and reads what comes of them. */
public final class InteractiveShell implements Talk {
    private final Terminal terminal;
    private final LineReader statements;
    private final LineReader questions;
    private final Interpreter interpreter;

    /** @param history where to keep what was typed, or null to keep it nowhere */
    public InteractiveShell(
            Terminal terminal, Session session, OutputFormat view, int pageSize, @Nullable Path history) {
        this.terminal = terminal;
        this.interpreter = new Interpreter(session, this, view, pageSize);
        this.statements = statements(history);
        this.questions = LineReaderBuilder.builder()
                .terminal(terminal)
                .variable(LineReader.DISABLE_HISTORY, true)
                .variable(LineReader.DISABLE_COMPLETION, true)
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .build();
    }

    private LineReader statements(@Nullable Path history) {
        LineReaderBuilder builder = LineReaderBuilder.builder()
                .terminal(terminal)
                .parser(new StatementParser())
                .completer(new Completions(interpreter))
                .variable(LineReader.SECONDARY_PROMPT_PATTERN, "%P  ...> ")
                // An exclamation mark is half of an operator and not a call for history.
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .option(LineReader.Option.CASE_INSENSITIVE, true);
        if (history == null) {
            builder.variable(LineReader.DISABLE_HISTORY, true);
        } else {
            builder.variable(LineReader.HISTORY_FILE, history);
        }
        return builder.build();
    }

    /** Until the person leaves. */
    public void run() {
        Thread self = Thread.currentThread();
        // While a line is typed the editor takes the interrupt; at other times it ends the request under way.
        terminal.handle(Terminal.Signal.INT, signal -> self.interrupt());
        out().println("Connected to " + interpreter.session().endpoint().connection() + ". Type .help for help.");
        while (!interpreter.hasEnded()) {
            try {
                String text = statements.readLine(prompt());
                run(StatementReader.split(text));
            } catch (UserInterruptException discarded) {
                // What was typed so far is forgotten.
            } catch (EndOfFileException left) {
                return;
            }
        }
    }

    /** Names come from the endpoint, so they may have anything in them. */
    private String prompt() {
        return Printable.of(interpreter.session().place()) + "> ";
    }

    private void run(List<String> typed) {
        for (String statement : typed) {
            try {
                interpreter.run(statement);
            } catch (EndpointException failure) {
                complain(failure, statement);
                return;
            } catch (MayflyException refused) {
                out().println(refused.getMessage());
                return;
            } finally {
                // An interrupt was for this statement and not for the next.
                Thread.interrupted();
                out().flush();
            }
        }
    }

    /** Errors in a query are pointed at, if they are on a line that can be shown again. */
    private void complain(EndpointException failure, String statement) {
        int start = failure.errorStart();
        if (start >= 0 && start <= statement.length()) {
            int lineStart = statement.lastIndexOf('\n', start - 1) + 1;
            int lineEnd = statement.indexOf('\n', start);
            out().println(Printable.of(statement.substring(lineStart, lineEnd < 0 ? statement.length() : lineEnd)));
            out().println(" ".repeat(start - lineStart) + "^");
        }
        out().println(Printable.of(String.valueOf(failure.getMessage())));
    }

    @Override
    public PrintWriter out() {
        return terminal.writer();
    }

    @Override
    public boolean isPerson() {
        return true;
    }

    /** Read for each table, because windows are resized. */
    @Override
    public int width() {
        return terminal.getWidth() > 0 ? terminal.getWidth() : Integer.MAX_VALUE;
    }

    @Override
    public boolean wantsMore() {
        return ask("more? [Enter/q] ").isEmpty();
    }

    @Override
    public boolean confirms(String question) {
        return ask(question + " [y/N] ").equalsIgnoreCase("y");
    }

    /** Who leaves instead of answering says neither yes nor more. */
    private String ask(String question) {
        out().flush();
        try {
            return questions.readLine(question).strip();
        } catch (UserInterruptException | EndOfFileException left) {
            return "q";
        }
    }
}
