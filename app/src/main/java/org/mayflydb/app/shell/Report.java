package org.mayflydb.app.shell;

import java.io.PrintWriter;
import java.util.function.Consumer;
import org.mayflydb.json.JsonValue;

/**
 * An answer that is no rows.
 *
 * @param json as programs want it
 * @param text prints it as people want it
 */
public record Report(JsonValue json, Consumer<PrintWriter> text) {

    /** As JSON, or for people. */
    public void print(PrintWriter out, boolean asJson) {
        if (asJson) {
            out.println(JsonLayout.indented(json, 0));
        } else {
            text.accept(out);
        }
        out.flush();
    }
}
