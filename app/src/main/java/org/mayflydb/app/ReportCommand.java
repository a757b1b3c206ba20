package org.mayflydb.app;

import java.util.concurrent.Callable;
import org.mayflydb.app.endpoint.Account;
import org.mayflydb.app.endpoint.AdminApi;
import org.mayflydb.app.endpoint.ConnectionOptions;
import org.mayflydb.app.endpoint.ContainerAddress;
import org.mayflydb.app.endpoint.Endpoint;
import org.mayflydb.app.endpoint.Exit;
import org.mayflydb.app.shell.LifetimeReports;
import org.mayflydb.app.shell.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The common part of the commands that report on the TTL of one container. */
@Command(
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {Exit.OK_TEXT, Exit.FAILED_TEXT, Exit.USAGE_TEXT, Exit.UNREACHABLE_TEXT, Exit.REFUSED_TEXT})
abstract class ReportCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Parameters(index = "0", paramLabel = "DATABASE/CONTAINER", description = "The container.")
    @SuppressWarnings("NullAway.Init") // picocli sets it, or does not run the command
    private String container;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    /** Requests the report of this command. */
    abstract Report ask(LifetimeReports reports);

    @Override
    public final Integer call() {
        ContainerAddress address = ContainerAddress.parse(container);
        Endpoint endpoint = Endpoint.of(connection.connection(System.getenv()));
        ask(new LifetimeReports(new AdminApi(endpoint), new Account(endpoint).items(address)))
                .print(spec.commandLine().getOut(), json);
        return Exit.OK;
    }
}
