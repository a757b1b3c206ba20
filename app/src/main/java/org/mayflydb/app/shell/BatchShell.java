package org.mayflydb.app.shell;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.FileFailures;

/** Runs statements from a file or the command line. The first failure is thrown. */
public final class BatchShell {
    private final Interpreter interpreter;

    public BatchShell(Interpreter interpreter) {
        this.interpreter = interpreter;
    }

    /** All statements of a text. */
    public void run(String text) {
        List<String> statements = StatementReader.split(text);
        for (String statement : statements) {
            if (interpreter.hasEnded()) {
                return;
            }
            interpreter.run(statement);
        }
    }

    /** All statements of a file, UTF-8. */
    public void run(InputStream file) {
        try {
            run(new String(file.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new BadRequestException("The statements cannot be read: " + FileFailures.describe(unreadable) + ".");
        }
    }
}
