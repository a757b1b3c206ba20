package org.mayflydb.server.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;

/** Counts, times and adds up the charges of the requests that another handler answers. */
public final class RequestMetrics implements RequestHandler {
    private final RequestHandler inner;
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    /** By verb and status. Looked up here because building the tags anew costs more than the request's own counting. */
    private final ConcurrentMap<Integer, Meters> meters = new ConcurrentHashMap<>();

    private record Meters(Timer time, Counter charge) {}

    public RequestMetrics(RequestHandler inner) {
        this.inner = inner;
    }

    @Override
    public void handle(WireRequest request, Consumer<WireResponse> reply) {
        long start = System.nanoTime();
        inner.handle(request, response -> {
            record(request, response, System.nanoTime() - start);
            reply.accept(response);
        });
    }

    /** Everything counted so far, in Prometheus' text format. */
    public String scrape() {
        return registry.scrape();
    }

    private void record(WireRequest request, WireResponse response, long nanos) {
        int key = request.verb().ordinal() * 1000 + response.status();
        Meters found = meters.get(key);
        if (found == null) {
            found = meters.computeIfAbsent(key, absent -> register(request, response));
        }
        found.time.record(nanos, TimeUnit.NANOSECONDS);
        found.charge.increment(charge(response.header(WireHeaders.REQUEST_CHARGE)));
    }

    private Meters register(WireRequest request, WireResponse response) {
        Tags tags = Tags.of("verb", request.verb().name(), "status", Integer.toString(response.status()));
        return new Meters(
                registry.timer("mayfly.requests", tags), registry.counter("mayfly.request.units", tags));
    }

    private static double charge(@Nullable String header) {
        return header == null ? 0 : Double.parseDouble(header);
    }
}
