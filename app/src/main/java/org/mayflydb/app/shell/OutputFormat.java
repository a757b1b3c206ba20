package org.mayflydb.app.shell;

import java.io.PrintWriter;

/** How rows are laid out. */
public enum OutputFormat {
    /** One array. */
    JSON,
    /** A line of JSON for each row. */
    JSONL,
    /** Columns for people. */
    TABLE,
    /** Values separated by commas, with the names in the first line. */
    CSV;

    /** @param talk who reads it; for a person wide values are cut */
    RowPrinter printer(Talk talk) {
        PrintWriter out = talk.out();
        return switch (this) {
            case JSON -> new JsonPrinter(out);
            case JSONL -> new JsonLinesPrinter(out);
            case TABLE -> new TablePrinter(out, talk.isPerson(), talk.width());
            case CSV -> new CsvPrinter(out);
        };
    }
}
