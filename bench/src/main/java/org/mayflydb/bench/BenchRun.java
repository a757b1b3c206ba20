package org.mayflydb.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.mayflydb.bench.BenchSettings.Subject;
import org.mayflydb.storage.Durability;

/** All measurements with a container of one size. */
final class BenchRun {
    /** Connections of a busy server; what they wait for together is synced together. */
    private static final int MANY_THREADS = 32;

    private final BenchSettings settings;
    private final Consumer<Measurement> progress;
    private final List<Measurement> measurements = new ArrayList<>();
    private double keysWrittenByTtlChange;

    private BenchRun(BenchSettings settings, Consumer<Measurement> progress) {
        this.settings = settings;
        this.progress = progress;
    }

    /**
     * What a run found.
     *
     * @param keysWrittenByTtlChange how many keys a change of the default lifetime wrote, on average
     */
    record Result(int items, List<Measurement> measurements, double keysWrittenByTtlChange) {
        Result {
            measurements = List.copyOf(measurements);
        }
    }

    static Result run(BenchSettings settings, int items, Path directory, Consumer<Measurement> progress) {
        BenchRun run = new BenchRun(settings, progress);
        try (Twins twins = Twins.load(directory, settings.rocksOptions(), items, settings.expiring())) {
            run.measure(twins);
        }
        return new Result(items, run.measurements, run.keysWrittenByTtlChange);
    }

    /** Creates come last, since they make the container larger. */
    private void measure(Twins twins) {
        if (wants(Subject.LIST)) {
            add(new ListBench(twins, settings).run());
        }
        if (wants(Subject.CHANGES)) {
            ChangesBench changes = new ChangesBench(twins, settings);
            add(changes.besideScan());
            add(changes.besideGets());
        }
        if (wants(Subject.READ)) {
            twins.container().defaultTtlSeconds(Twins.LONG_DEFAULT_TTL_SECONDS);
            ReadBench read = new ReadBench(twins, settings);
            add(read.run(1));
            add(read.run(2));
        }
        if (wants(Subject.TTL)) {
            measureTtlChange(twins);
        }
        if (wants(Subject.PURGE)) {
            measurePurge(twins, new PurgeBench(twins, settings));
        }
        if (wants(Subject.CREATE)) {
            CreateBench create = new CreateBench(twins, settings);
            add(create.run(Durability.RELAXED, 1));
            twins.reopen(Durability.SYNCED);
            add(create.run(Durability.SYNCED, 1));
            add(create.run(Durability.SYNCED, MANY_THREADS));
        }
    }

    private void measureTtlChange(Twins twins) {
        twins.reopen(Durability.SYNCED);
        TtlChangeBench ttlChange = new TtlChangeBench(twins);
        add(ttlChange.run());
        keysWrittenByTtlChange = ttlChange.keysWritten();
        twins.reopen(Durability.RELAXED);
    }

    /** Items with a lifetime of their own go first in any purge, so those that inherit come after all of them. */
    private void measurePurge(Twins twins, PurgeBench purge) {
        add(purge.ownLifetime(Durability.RELAXED));
        twins.reopen(Durability.SYNCED);
        add(purge.ownLifetime(Durability.SYNCED));
        add(purge.inherited(Durability.SYNCED));
        twins.reopen(Durability.RELAXED);
        add(purge.inherited(Durability.RELAXED));
    }

    private boolean wants(Subject subject) {
        return settings.subjects().contains(subject);
    }

    private void add(Measurement measurement) {
        measurements.add(measurement);
        progress.accept(measurement);
    }
}
