package org.mayflydb.app;

import org.mayflydb.app.shell.LifetimeReports;
import org.mayflydb.app.shell.Report;
import picocli.CommandLine.Command;

/** {@code mayfly lag}: the purge backlog of a container. */
@Command(
        name = "lag",
        description = "Shows how many expired items of a container wait for the purge, and for how long.",
        footerHeading = "%nExample:%n",
        footer = "  mayfly lag shop/orders")
final class LagCommand extends ReportCommand {
    @Override
    Report ask(LifetimeReports reports) {
        return reports.lag();
    }
}
