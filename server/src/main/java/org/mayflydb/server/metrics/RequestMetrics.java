package org.mayflydb.server.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;

/** Counts, times and adds up the charges of the requests that another handler answers. */
public final class RequestMetrics implements RequestHandler {
    private final RequestHandler inner;
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    /** By verb and status. Looked up here because building the tags anew costs more than the request's own counting. */
    private final ConcurrentMap<Kind, Meters> meters = new ConcurrentHashMap<>();

    /** What is counted elsewhere. Kept here because the registry holds on to it only weakly. */
    private final List<Object> elsewhere = new CopyOnWriteArrayList<>();

    private record Kind(WireRequest.Verb verb, int status) {}

    private record Meters(Timer time, Counter charge) {}

    public RequestMetrics(RequestHandler inner) {
        this.inner = inner;
    }

    @Override
    public @Nullable WireResponse refusal(WireRequest head) {
        return inner.refusal(head);
    }

    @Override
    public void handle(WireRequest request, Consumer<WireResponse> reply) {
        long start = System.nanoTime();
        inner.handle(request, response -> {
            try {
                record(request, response, System.nanoTime() - start);
            } finally {
                reply.accept(response);
            }
        });
    }

    /** Shows a number that somebody else counts up, such as {@code mayfly.purged.items}. */
    public void count(String name, LongSupplier counted) {
        elsewhere.add(counted);
        FunctionCounter.builder(name, counted, LongSupplier::getAsLong).register(registry);
    }

    /** Shows what somebody else measures, at the time of a scrape. */
    public void show(String name, DoubleSupplier measured) {
        elsewhere.add(measured);
        Gauge.builder(name, measured, DoubleSupplier::getAsDouble).register(registry);
    }

    /** Shows which of several states something is in: that one is 1, the others are 0. */
    public <T extends Enum<T>> void state(String name, T[] states, Supplier<T> current) {
        for (T state : states) {
            LongSupplier isCurrent = () -> current.get() == state ? 1 : 0;
            elsewhere.add(isCurrent);
            Gauge.builder(name, isCurrent, LongSupplier::getAsLong)
                    .tag("state", state.name().toLowerCase(Locale.ROOT))
                    .register(registry);
        }
    }

    /** Everything counted so far, in Prometheus' text format. */
    public String scrape() {
        return registry.scrape();
    }

    private void record(WireRequest request, WireResponse response, long nanos) {
        Kind kind = new Kind(request.verb(), response.status());
        Meters found = meters.get(kind);
        if (found == null) {
            found = meters.computeIfAbsent(kind, this::register);
        }
        found.time.record(nanos, TimeUnit.NANOSECONDS);
        found.charge.increment(response.charge());
    }

    private Meters register(Kind kind) {
        // Not as Tags: a program with an older Micrometer has only the methods that take any Iterable.
        Iterable<Tag> tags = Tags.of("verb", kind.verb.name(), "status", Integer.toString(kind.status));
        return new Meters(registry.timer("mayfly.requests", tags), registry.counter("mayfly.request.units", tags));
    }
}
