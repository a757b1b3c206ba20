package org.mayflydb.patch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.SplittableRandom;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.query.compile.CompiledQuery;
import org.mayflydb.query.compile.ComputedProperties;
import org.mayflydb.query.compile.QueryCompiler;
import org.mayflydb.query.function.CallContext;
import org.mayflydb.query.run.Budget;
import org.mayflydb.query.run.Frame;
import org.mayflydb.query.run.QueryLimits;
import org.mayflydb.query.syntax.Parser;
import org.mayflydb.query.syntax.SelectQuery;
import org.mayflydb.ttl.LiveItem;

/** What must be true of an item for a patch to be done. It holds if the query that it is a part of has a row. */
final class PatchCondition {
    private static final String SELECT = "SELECT VALUE 1 ";
    private static final String FROM = "FROM";

    /** The partition's other writes wait meanwhile. */
    private static final QueryLimits LIMITS = new QueryLimits(
            Duration.ofMillis(500).toNanos(), Duration.ofMillis(500).toNanos(), 16L << 20, 4L << 20, 4L << 20);

    private final CompiledQuery query;

    private PatchCondition(CompiledQuery query) {
        this.query = query;
    }

    static PatchCondition compile(String text) {
        if (!text.stripLeading().regionMatches(true, 0, FROM, 0, FROM.length())) {
            throw invalid();
        }
        SelectQuery tree = Parser.parse(SELECT + text);
        if (!tree.groupBy().isEmpty() || tree.orderBy() != null || tree.offsetLimit() != null) {
            throw invalid();
        }
        CompiledQuery query = QueryCompiler.compile(tree, Map.of(), ComputedProperties.NONE);
        if (query.inner() != null || !query.readsItems()) {
            throw invalid();
        }
        return new PatchCondition(query);
    }

    /** Whether it is true at this second. */
    boolean holds(LiveItem item, long now) {
        InstantSource clock = InstantSource.fixed(Instant.ofEpochSecond(now));
        CallContext calls = new CallContext(
                clock.instant(), clock, new SplittableRandom(item.version().lsn()));
        Budget budget = new Budget(System::nanoTime, LIMITS);
        Frame frame = new Frame(query.paths().document(), query.slotCount(), calls, budget);
        frame.document().show(item);
        return !query.selection().rows().forEach(frame, row -> false);
    }

    private static BadRequestException invalid() {
        return new BadRequestException(
                "Invalid patch request: a condition is the FROM and WHERE of a query, such as 'FROM c WHERE c.n > 1'.");
    }
}
