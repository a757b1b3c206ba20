package org.mayflydb.app;

import org.mayflydb.app.shell.LifetimeReports;
import org.mayflydb.app.shell.Report;
import picocli.CommandLine.Command;

/** {@code mayfly lag}: how far the purge of a container is behind. */
@Command(
        name = "lag",
        description = "Shows what has expired in a container and waits to be purged.",
        footerHeading = "%nExample:%n",
        footer = "  mayfly lag shop/orders")
final class LagCommand extends ReportCommand {
    @Override
    Report ask(LifetimeReports reports) {
        return reports.lag();
    }
}
