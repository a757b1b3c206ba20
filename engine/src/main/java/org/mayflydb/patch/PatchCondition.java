package org.mayflydb.patch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.SplittableRandom;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.query.compile.CompiledQuery;
import org.mayflydb.query.compile.QueryCompiler;
import org.mayflydb.query.compile.Schema;
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

    /** The partition's other writes wait meanwhile; the allowance usually ends first. */
    private static final QueryLimits LIMITS = new QueryLimits(
            Duration.ofMillis(500).toNanos(), Duration.ofMillis(500).toNanos(), 16L << 20, 4L << 20, 4L << 20);

    private final CompiledQuery query;
    private final PatchAllowance allowance;

    private PatchCondition(CompiledQuery query, PatchAllowance allowance) {
        this.query = query;
        this.allowance = allowance;
    }

    static PatchCondition compile(String text, PatchAllowance allowance) {
        if (!text.stripLeading().regionMatches(true, 0, FROM, 0, FROM.length())) {
            throw invalid();
        }
        SelectQuery tree = Parser.parse(SELECT + text);
        if (!tree.groupBy().isEmpty() || tree.orderBy() != null || tree.offsetLimit() != null) {
            throw invalid();
        }
        Budget budget = new Budget(System::nanoTime, LIMITS, allowance.compiling());
        CompiledQuery query = QueryCompiler.compile(tree, Map.of(), Schema.NONE, budget);
        if (query.inner() != null || !query.readsItems()) {
            throw invalid();
        }
        return new PatchCondition(query, allowance);
    }

    /** Whether it is true at this second. */
    boolean holds(LiveItem item, long now) {
        InstantSource clock = InstantSource.fixed(Instant.ofEpochSecond(now));
        Budget budget = new Budget(System::nanoTime, LIMITS, allowance.evaluating());
        CallContext calls = new CallContext(
                clock.instant(), clock, new SplittableRandom(item.version().lsn()), budget);
        Frame frame = new Frame(query.paths().document(), query.slotCount(), calls, budget);
        budget.spendCharacters(item.size());
        frame.document().show(item);
        return !query.selection().rows().forEach(frame, row -> false);
    }

    private static BadRequestException invalid() {
        return new BadRequestException(
                "Invalid patch request: a condition is the FROM and WHERE of a query, such as 'FROM c WHERE c.n > 1'.");
    }
}
