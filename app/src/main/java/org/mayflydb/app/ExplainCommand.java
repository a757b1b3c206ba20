package org.mayflydb.app;

import java.util.List;
import org.mayflydb.app.shell.KeyText;
import org.mayflydb.app.shell.LifetimeReports;
import org.mayflydb.app.shell.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code mayfly explain}: why and when an item expires. */
@Command(
        name = "explain",
        description = "Shows why and when an item of a container expires.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  mayfly explain shop/orders o1 ann",
            "  mayfly explain shop/orders o1 '[\"5\"]'   a text that looks like a number"
        })
final class ExplainCommand extends ReportCommand {
    @Parameters(index = "1", paramLabel = "ID", description = "The id of the item.")
    @SuppressWarnings("NullAway.Init") // picocli sets it, or does not run the command
    private String id;

    @Parameters(
            index = "2..*",
            arity = "1..3",
            paramLabel = "KEY",
            description = "Its partition key: a word, a number, or a JSON array; with several levels, a word for each.")
    private List<String> key = List.of();

    @Override
    Report ask(LifetimeReports reports) {
        return reports.explain(id, KeyText.partitionKey(key));
    }
}
