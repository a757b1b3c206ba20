package org.mayflydb.app;

import org.mayflydb.app.shell.DefaultTtl;
import org.mayflydb.app.shell.LifetimeReports;
import org.mayflydb.app.shell.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code mayfly what-if}: the effect of another default TTL. */
@Command(
        name = "what-if",
        description = "Shows which items another default TTL of a container would remove and bring back.",
        footerHeading = "%nExamples:%n",
        footer = {"  mayfly what-if shop/orders 90d", "  mayfly what-if shop/orders off"})
final class WhatIfCommand extends ReportCommand {
    @Parameters(index = "1", paramLabel = "TTL", description = "off, on, or a duration such as 90, 15m, 1h or 90d.")
    @SuppressWarnings("NullAway.Init") // picocli sets it, or does not run the command
    private String ttl;

    @Override
    Report ask(LifetimeReports reports) {
        return reports.whatIf(DefaultTtl.parse(ttl));
    }
}
