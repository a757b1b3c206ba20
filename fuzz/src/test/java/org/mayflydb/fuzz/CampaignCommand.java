package org.mayflydb.fuzz;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command behind {@code fuzz/run}, which is run in the directory of this module. */
@Command(name = "fuzz/run", description = "Fuzzes decoders; exits with 1 if a claim of a target does not hold.")
final class CampaignCommand implements Callable<Integer> {
    @Parameters(paramLabel = "TARGET", description = "What to fuzz; all targets if none is given.")
    private List<String> names = List.of();

    @Option(names = "--minutes", description = "How long to fuzz each target (default: ${DEFAULT-VALUE}).")
    private double minutes = 20;

    @Option(names = "--parallel", description = "How many targets to fuzz at a time (default: ${DEFAULT-VALUE}).")
    private int parallel = 1;

    @Option(
            names = "--timeout-seconds",
            description = "How much processor time an input may take (default: ${DEFAULT-VALUE}).")
    private int timeoutSeconds = 10;

    @Option(
            names = "--directory",
            description = "Where corpora, logs and findings are kept (default: fuzz/${DEFAULT-VALUE}).")
    private Path directory = Path.of("target", "campaign");

    @Option(names = "--list", description = "Print the names of the targets and exit.")
    private boolean list;

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new CampaignCommand()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        List<FuzzTarget> targets = FuzzTargets.all();
        if (list) {
            targets.forEach(target -> System.out.println(target.name()));
            return 0;
        }
        Map<String, FuzzTarget> known =
                targets.stream().collect(Collectors.toMap(FuzzTarget::name, Function.identity()));
        for (String name : names) {
            if (!known.containsKey(name)) {
                System.err.println("There is no target '" + name + "'. --list prints those that exist.");
                return 2;
            }
        }
        List<FuzzTarget> chosen =
                names.isEmpty() ? targets : names.stream().map(known::get).toList();
        Duration duration = Duration.ofSeconds(Math.round(minutes * 60));
        System.out.println(FuzzReport.HEADER);
        List<FuzzReport> reports = new Campaign(directory, duration, Duration.ofSeconds(timeoutSeconds), parallel)
                .run(chosen, System.out::println);
        long executions = reports.stream().mapToLong(FuzzReport::executions).sum();
        System.out.printf("%,d executions of %d targets%n", executions, reports.size());
        if (reports.stream().allMatch(FuzzReport::isClean)) {
            return 0;
        }
        System.out.println(
                "Fix what the findings show and move their inputs to fuzz/corpus/TARGET: they are tests then.");
        return 1;
    }
}
