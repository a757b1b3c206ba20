package org.mayflydb.app;

import java.util.List;
import org.mayflydb.app.shell.KeyText;
import org.mayflydb.app.shell.LifetimeReports;
import org.mayflydb.app.shell.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code mayfly explain}: when an item expires, and why. */
@Command(
        name = "explain",
        description = "Shows when an item expires, and why.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  mayfly explain shop/orders o1",
            "  mayfly explain shop/orders o1 ann         the one with the partition key ann",
            "  mayfly explain shop/orders o1 '[\"5\"]'     a string that looks like a number"
        })
final class ExplainCommand extends ReportCommand {
    @Parameters(index = "1", paramLabel = "ID", description = "The id of the item.")
    @SuppressWarnings("NullAway.Init") // picocli sets it, or does not run the command
    private String id;

    @Parameters(
            index = "2..*",
            arity = "0..3",
            paramLabel = "KEY",
            description =
                    "Its partition key: a word, a number, or a JSON array; for a hierarchical key, a word for each"
                            + " level. Needed only if several items have this id, or if the item has expired.")
    private List<String> key = List.of();

    @Override
    Report ask(LifetimeReports reports) {
        return reports.explain(id, key.isEmpty() ? null : KeyText.partitionKey(key));
    }
}
