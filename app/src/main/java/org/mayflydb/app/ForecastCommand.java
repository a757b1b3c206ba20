package org.mayflydb.app;

import org.jspecify.annotations.Nullable;
import org.mayflydb.app.shell.LifetimeReports;
import org.mayflydb.app.shell.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code mayfly forecast}: how many items of a container expire when. */
@Command(
        name = "forecast",
        description = "Shows how many items of a container expire when.",
        footerHeading = "%nExamples:%n",
        footer = {"  mayfly forecast shop/orders", "  mayfly forecast shop/orders --bucket 1h --buckets 24"})
final class ForecastCommand extends ReportCommand {
    @Option(names = "--bucket", paramLabel = "TIME", description = "Length of a bucket, such as 90, 15m, 1h or 1d.")
    private @Nullable String bucket;

    @Option(names = "--buckets", paramLabel = "COUNT", description = "Number of buckets.")
    private @Nullable Integer buckets;

    @Override
    Report ask(LifetimeReports reports) {
        return reports.forecast(bucket, buckets == null ? null : buckets.toString());
    }
}
