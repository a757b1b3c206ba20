package org.mayflydb.query;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.charge.RequestCharge;
import org.mayflydb.index.IndexRules;
import org.mayflydb.index.TermPath;
import org.mayflydb.query.access.AccessChoice;
import org.mayflydb.query.access.PartitionView;
import org.mayflydb.query.access.ResumeFilter;
import org.mayflydb.query.access.Work;
import org.mayflydb.query.compile.CompiledQuery;
import org.mayflydb.query.compile.Constants;
import org.mayflydb.query.compile.QueryCompiler;
import org.mayflydb.query.compile.Schema;
import org.mayflydb.query.function.CallContext;
import org.mayflydb.query.plan.Condition;
import org.mayflydb.query.plan.ConditionReader;
import org.mayflydb.query.run.Budget;
import org.mayflydb.query.run.Evaluator;
import org.mayflydb.query.run.Frame;
import org.mayflydb.query.run.QueryLimits;
import org.mayflydb.query.syntax.Parser;
import org.mayflydb.query.syntax.SelectQuery;
import org.mayflydb.query.syntax.SqlExpression;

/** Answers queries. Safe for use by many threads. */
public final class Queries {
    private static final long CACHED_BYTES_MAX = 16L * 1024 * 1024;

    private static final int ATTEMPTS_MAX = 10;

    private final InstantSource clock;
    private final RandomGenerator random;
    private final LongSupplier nanoTime;
    private final QueryLimits limits;
    private final Cache<String, SelectQuery> trees = Caffeine.newBuilder()
            .maximumWeight(CACHED_BYTES_MAX)
            .weigher(Parser::retainedBytes)
            .build();

    public Queries(InstantSource clock, RandomGenerator random, LongSupplier nanoTime, QueryLimits limits) {
        this.clock = clock;
        this.random = random;
        this.nanoTime = nanoTime;
        this.limits = limits;
    }

    /** The tree of a query; the same text is parsed once. */
    public SelectQuery parse(String text) {
        return trees.get(text, Parser::parse);
    }

    /**
     * Which indexes serve a query over a container with this schema and these rules.
     *
     * @param keyPaths where the items have the partition key that the request names
     */
    public IndexUse indexUse(QueryRequest request, List<TermPath> keyPaths, Schema schema, IndexRules rules) {
        return IndexUse.of(
                QueryCompiler.compile(parse(request.text()), request.parameters(), schema, budget()), rules, keyPaths);
    }

    /** What one request may spend from now on; its time begins with this. */
    public Budget budget() {
        return new Budget(nanoTime, limits);
    }

    /** Makes the next page of an answer. */
    public QueryPage page(QueryTarget target, QueryRequest request) {
        if (request.rowsMax() <= 0) {
            throw new BadRequestException("A page has at least one row.");
        }
        Budget budget = budget();
        SelectQuery tree = parse(request.text());
        CompiledQuery query = QueryCompiler.compile(tree, request.parameters(), target.schema(), budget);
        ResumeFilter resume = resume(request, query);
        QueryIdentity identity = new QueryIdentity(request, query);
        long compileNanos = budget.elapsedNanos();
        Continuation from = request.continuation() == null
                ? Continuation.start(identity)
                : Continuation.decode(request.continuation(), identity);
        budget.beginPage();
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            Work work = new Work();
            try (Execution execution = execution(target, request, query, from, resume, work, budget)) {
                Execution.Outcome outcome = run(execution);
                if (execution.views().stream().allMatch(PartitionView::isStillValid)) {
                    return page(query, outcome, work, compileNanos, budget);
                }
            }
            budget = budget();
        }
        throw new UnavailableException("The indexing policy changes faster than a query can be answered.");
    }

    private static @Nullable ResumeFilter resume(QueryRequest request, CompiledQuery query) {
        if (request.resumeFilter() == null) {
            return null;
        }
        if (!query.isWalkedInOrder()) {
            throw new BadRequestException(
                    "The input content is invalid: only a query with ORDER BY has a 'resumeFilter'.");
        }
        return ResumeFilter.parse(request.resumeFilter());
    }

    private Execution execution(
            QueryTarget target,
            QueryRequest request,
            CompiledQuery query,
            Continuation from,
            @Nullable ResumeFilter resume,
            Work work,
            Budget budget) {
        long started = budget.elapsedNanos();
        Constants constants = new Constants(request.parameters(), budget);
        Function<CompiledQuery, ConditionReader> conditions =
                each -> new ConditionReader(each.aliases(), expression -> constant(constants, expression));
        SqlExpression where = query.tree().where();
        Condition condition =
                where == null ? Condition.EVERYTHING : conditions.apply(query).read(where);
        long planned = budget.elapsedNanos();
        CallContext calls = new CallContext(clock.instant(), clock, random, budget);
        Frame frame = new Frame(query.paths().document(), query.slotCount(), calls, budget);
        boolean readsItems = query.readsItems() && !(condition instanceof Condition.Nothing);
        List<PartitionView> views =
                readsItems ? target.views(request.scope(), condition, work, budget) : new ArrayList<>();
        AccessChoice choice = new AccessChoice(condition);
        work.planned(planned - started, budget.elapsedNanos() - planned);
        return new Execution(
                query,
                views,
                request.scope().asOne(),
                condition,
                choice,
                frame,
                from,
                resume,
                request.rowsMax(),
                request.onePartition(),
                choice.usesIndex(views, !query.order().isEmpty()),
                limits,
                conditions);
    }

    private static ConditionReader.Constant constant(Constants constants, SqlExpression expression) {
        Evaluator.Constant known = constants.of(expression);
        return known == null ? ConditionReader.Constant.UNKNOWN : new ConditionReader.Constant(true, known.value());
    }

    private static Execution.Outcome run(Execution execution) {
        CompiledQuery query = execution.query();
        if (query.scores() != null) {
            return ScoredPage.of(execution, query.scores());
        }
        if (query.isWalkedInOrder()) {
            return OrderedPage.of(execution);
        }
        if (query.isStreamed()) {
            return StreamPage.of(execution);
        }
        return query.isDistinctStream() ? DistinctPage.of(execution) : WholePage.of(execution);
    }

    private static QueryPage page(
            CompiledQuery query, Execution.Outcome outcome, Work work, long compileNanos, Budget budget) {
        Continuation next = outcome.next();
        PageRows page = outcome.page();
        QueryMetrics metrics = new QueryMetrics(
                budget.elapsedNanos(),
                compileNanos,
                work.logicalPlanNanos(),
                work.physicalPlanNanos(),
                work.entries(),
                work.items(),
                work.itemBytes(),
                page.rows().size(),
                page.bytes());
        double charge = RequestCharge.query(!query.order().isEmpty(), work.entries(), work.items(), work.itemBytes());
        return new QueryPage(page.rows(), next == null ? null : next.encode(), charge, metrics);
    }
}
