package org.mayflydb.bench.faults;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.bench.WorkDirectory;
import org.mayflydb.bench.server.LaunchOptions;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Injects every fault into a server under a checked load, one server each. Exits with 1 if one does harm. */
@Command(name = "faults", description = "Injects faults into a server under a checked load.")
public final class FaultCampaign implements Callable<Integer> {
    private static final String ROW = "%-32s %7s %5s %5s %9s  %-8s %s%n";
    private static final long POLL_NANOS = 20_000_000;
    private static final int HAPPEN_SECONDS_MAX = 120;
    private static final int RESUME_SECONDS_MAX = 30;
    private static final int MESSAGE_LENGTH_MAX = 220;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--only", description = "Only faults whose name contains this text.")
    private String only = "";

    @Option(names = "--load-seconds", description = "Load before, during and after each fault (default: 3).")
    private int loadSeconds = 3;

    @Option(names = "--stop-seconds", description = "How long the process is stopped (default: 60).")
    private int stopSeconds = 60;

    @Mixin
    private LaunchOptions options = new LaunchOptions();

    private FaultCampaign() {}

    public static void main(String[] arguments) {
        System.exit(run(new PrintWriter(System.out, true, StandardCharsets.UTF_8), arguments));
    }

    static int run(PrintWriter out, String... arguments) {
        return new CommandLine(new FaultCampaign()).setOut(out).execute(arguments);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out =
                Invariant.present(spec, "picocli sets it").commandLine().getOut();
        LaunchOptions.Launch launch = options.find(out, List.of()).orElse(null);
        if (launch == null) {
            return 2;
        }
        FileSystem.unmountLeftovers();
        out.printf(Locale.ROOT, ROW, "fault", "acked", "lost", "torn", "resume, s", "restart", "message");
        boolean good = true;
        for (Fault fault : Faults.all(stopSeconds)) {
            if (!fault.name().contains(only)) {
                continue;
            }
            String missing = missing(fault);
            if (!missing.isEmpty()) {
                out.printf(Locale.ROOT, "%-32s SKIPPED: %s%n", fault.name(), missing);
                continue;
            }
            good &= run(launch, fault, out);
            out.flush();
        }
        out.println(good ? "ok" : "NOT ok");
        out.flush();
        return good ? 0 : 1;
    }

    /** What this machine lacks for a fault; empty if nothing. */
    private static String missing(Fault fault) {
        if (fault.files() != FileSystem.Kind.DIRECTORY && !Tool.canMount()) {
            return "file systems cannot be mounted here; root can, outside of most containers";
        }
        if (fault.files() == FileSystem.Kind.EXT4 && !Tool.isInstalled("mkfs.ext4")) {
            return "there is no mkfs.ext4";
        }
        return fault.needsShim() && !Tool.isInstalled("gcc") ? "there is no gcc" : "";
    }

    private boolean run(LaunchOptions.Launch launch, Fault fault, PrintWriter out)
            throws IOException, InterruptedException {
        try (WorkDirectory directory = options.makeDirectory();
                Scene scene = Scene.open(launch, directory.path().toAbsolutePath(), fault)) {
            Trial trial = new Trial(scene, fault, launch.isPackaged());
            try {
                trial.run();
            } catch (IOException | RuntimeException failure) {
                trial.violations.add(String.valueOf(failure.getMessage()));
            }
            trial.print(out);
            return trial.violations.isEmpty();
        }
    }

    /** One fault on one server. */
    private final class Trial {
        private final Scene scene;
        private final Fault fault;
        private final boolean isPackaged;
        private final List<String> violations = new ArrayList<>();
        private String message = "";
        private boolean restarted;
        private double resumeSeconds = -1;
        private long lost;
        private long torn;

        Trial(Scene scene, Fault fault, boolean isPackaged) {
            this.scene = scene;
            this.fault = fault;
            this.isPackaged = isPackaged;
        }

        void run() throws IOException, InterruptedException {
            Ledger ledger = scene.ledger();
            ledger.start();
            waitUntil(loadSeconds, () -> false);
            long logBytes = scene.logBytes();
            fault.inject(scene);
            if (!waitUntil(HAPPEN_SECONDS_MAX, () -> fault.hasHappened(scene))) {
                violations.add("the fault did not happen within " + HAPPEN_SECONDS_MAX + " s");
            }
            waitUntil(loadSeconds, () -> !scene.isAlive());
            String health = scene.isAlive() ? scene.ready() : "";
            fault.during(scene);
            String warning = scene.warningSince(logBytes);
            fault.remove(scene);
            resume(ledger);
            waitUntil(loadSeconds, () -> false);
            ledger.stop();
            message = fault.isNoticed()
                    ? (warning.isEmpty() ? scene.warningSince(logBytes) : warning)
                            + (health.isEmpty() || health.startsWith("ready") ? "" : " | " + health)
                    : "";
            if (fault.isNoticed() && message.isEmpty()) {
                violations.add("neither the log nor /ready says anything");
            }
            finish();
        }

        private void resume(Ledger ledger) throws IOException, InterruptedException {
            long start = System.nanoTime();
            if (!scene.isAlive()) {
                restart();
            }
            long before = ledger.acknowledged();
            if (!waitUntil(RESUME_SECONDS_MAX, () -> ledger.acknowledged() > before)) {
                String health = scene.ready();
                if (!health.contains("restart")) {
                    violations.add("writes do not resume within " + RESUME_SECONDS_MAX + " s: " + health);
                }
                scene.stop();
                restart();
                waitUntil(RESUME_SECONDS_MAX, () -> ledger.acknowledged() > before);
            }
            if (ledger.acknowledged() == before) {
                violations.add("writes do not resume after a restart either");
            }
            resumeSeconds = (System.nanoTime() - start) / 1e9;
        }

        private void restart() throws IOException {
            restarted = true;
            scene.start();
        }

        /** Reads everything from the server as it is, checks its files, and reads everything again after a restart. */
        private void finish() throws IOException, InterruptedException {
            note("before the stop: ");
            int exitCode = scene.stop();
            if (exitCode != 0 && exitCode != 143) {
                violations.add("the server ended with " + exitCode);
            }
            if (isPackaged) {
                String damage = scene.check();
                if (!damage.isEmpty()) {
                    violations.add("check: " + damage);
                }
            }
            scene.start();
            note("after the restart: ");
        }

        private void note(String when) throws IOException {
            Ledger.Comparison comparison = scene.ledger().compare();
            lost = Math.max(lost, comparison.lost());
            torn = Math.max(torn, comparison.torn());
            if (!comparison.example().isEmpty()) {
                violations.add(when + comparison.example());
            }
        }

        void print(PrintWriter out) {
            out.printf(
                    Locale.ROOT,
                    ROW,
                    fault.name(),
                    scene.ledger().acknowledged(),
                    lost,
                    torn,
                    String.format(Locale.ROOT, "%.1f", resumeSeconds),
                    restarted ? "yes" : "no",
                    message.length() > MESSAGE_LENGTH_MAX ? message.substring(0, MESSAGE_LENGTH_MAX) + "…" : message);
            violations.forEach(violation -> out.println("    VIOLATED: " + violation));
        }
    }

    private static boolean waitUntil(int seconds, BooleanSupplier condition) {
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() >= end) {
                return false;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return true;
    }
}
