package org.mayflydb.server.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.catalog.DatabaseRecord;
import org.mayflydb.database.Engine;
import org.mayflydb.item.expiry.PurgeProgress;

/**
 * How the purge gets on in each container whose items expire, for Prometheus. Made anew for every scrape, so that a deleted
 * container leaves nothing behind. Its names are nobody's business but the operator's, so it is not shown to everybody.
 */
public final class ContainerMetrics {
    /** More containers than this are left out, those with the smallest backlogs; how many is shown. */
    static final int CONTAINERS_MAX = 100;

    /** More expired items than this are not counted, so that a scrape has an end. */
    private static final long BACKLOG_MAX = 10_000;

    private final Engine engine;

    private record Reading(Iterable<Tag> tags, PurgeProgress progress) {}

    public ContainerMetrics(Engine engine) {
        this.engine = engine;
    }

    /** Prometheus' text format. */
    public String scrape() {
        List<Reading> readings = readings();
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        List<Reading> shown = readings.subList(0, Math.min(CONTAINERS_MAX, readings.size()));
        for (Reading reading : shown) {
            gauge(
                    registry,
                    "mayfly.purge.backlog.items",
                    reading,
                    of -> of.backlog().items());
            gauge(
                    registry,
                    "mayfly.purge.backlog.bytes",
                    reading,
                    of -> of.backlog().bytes());
            gauge(
                    registry,
                    "mayfly.purge.backlog.complete",
                    reading,
                    of -> of.backlog().complete() ? 1 : 0);
            gauge(
                    registry,
                    "mayfly.purge.late.seconds",
                    reading,
                    of -> of.backlog().lateSeconds());
            gauge(registry, "mayfly.purge.items.per.second", reading, PurgeProgress::itemsPerSecond);
            gauge(registry, "mayfly.purge.drain.seconds", reading, ContainerMetrics::drainSeconds);
            counter(registry, "mayfly.container.purged.items", reading, PurgeProgress::purgedItems);
            counter(registry, "mayfly.container.purged.bytes", reading, PurgeProgress::purgedBytes);
            counter(registry, "mayfly.container.purged.units", reading, PurgeProgress::purgedUnits);
        }
        Gauge.builder("mayfly.purge.containers.left.out", () -> readings.size() - shown.size())
                .register(registry);
        return registry.scrape();
    }

    private List<Reading> readings() {
        List<Reading> readings = new ArrayList<>();
        for (DatabaseRecord database : engine.databases()) {
            try {
                for (ContainerRecord container : engine.containers(database.id())) {
                    if (container.ttl().isOn()) {
                        Iterable<Tag> tags = Tags.of("database", database.id(), "container", container.id());
                        readings.add(new Reading(
                                tags, engine.watchedItems(container).removal().progress(BACKLOG_MAX)));
                    }
                }
            } catch (NotFoundException deleted) {
                // it has no backlog any more
            }
        }
        readings.sort(Comparator.comparingLong(
                        (Reading reading) -> reading.progress.backlog().items())
                .reversed());
        return readings;
    }

    /** Prometheus writes NaN for what is not known. */
    private static double drainSeconds(PurgeProgress progress) {
        return progress.drainSeconds().isPresent() ? progress.drainSeconds().getAsLong() : Double.NaN;
    }

    private static void gauge(
            PrometheusMeterRegistry registry, String name, Reading reading, ToDoubleFunction<PurgeProgress> value) {
        Gauge.builder(name, reading.progress, value).tags(reading.tags).register(registry);
    }

    private static void counter(
            PrometheusMeterRegistry registry, String name, Reading reading, ToDoubleFunction<PurgeProgress> value) {
        FunctionCounter.builder(name, reading.progress, value)
                .tags(reading.tags)
                .register(registry);
    }
}
