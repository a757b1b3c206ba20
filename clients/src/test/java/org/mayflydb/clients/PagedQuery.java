package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CompositePath;
import com.azure.cosmos.models.CompositePathSortOrder;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.ExcludedPath;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.IncludedPath;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.RandomQuery;

/** A random query that the Java client has begun, with the rows it must give in the end. */
final class PagedQuery {
    private static final Pattern LOST_INDEX = Pattern.compile("the indexing policy has changed"
            + "|order-by item is excluded"
            + "|does not have a corresponding composite index");

    /** What the request for a page has led to. */
    enum Page {
        MORE,
        LAST,
        /** The query needs an index that the container has lost. */
        REFUSED
    }

    private final CosmosContainer container;
    private final RandomQuery query;
    private final @Nullable String key;
    private final List<JsonObject> items;
    private final String where;
    private final int rowsMax;

    /** Whether each page is asked for by a new request with the continuation of the last, and not by the same iterator. */
    private boolean byContinuation;

    private final List<JsonValue> rows = new ArrayList<>();
    private @Nullable Iterator<FeedResponse<JsonNode>> pages;
    private @Nullable String continuation;

    private PagedQuery(
            CosmosContainer container,
            RandomQuery query,
            @Nullable String key,
            List<JsonObject> items,
            String where,
            int rowsMax,
            boolean byContinuation) {
        this.container = container;
        this.query = query;
        this.key = key;
        this.items = items;
        this.where = where;
        this.rowsMax = rowsMax;
        this.byContinuation = byContinuation;
    }

    /**
     * A query that has not begun yet.
     *
     * @param scalars whether items have neither arrays nor objects where queries sort. The Java client orders these by a hash of its own when
     *     it merges partitions, so that a continuation among them means nothing to the server.
     */
    static PagedQuery make(
            Random random, CosmosContainer container, List<JsonObject> all, int keys, boolean scalars, String where) {
        String key = random.nextInt(4) == 0 ? "p" + random.nextInt(keys) : null;
        List<JsonObject> items = key == null
                ? all
                : all.stream()
                        .filter(item -> new JsonString(key).equals(item.get("pk")))
                        .toList();
        // Not two rankings at once: the client collects their parts in one list from several threads, and loses some.
        RandomQuery query = random.nextInt(8) == 0 ? nearest(random) : executable(random, scalars);
        // Where a range was split, the client forgets the continuation of the second part when the first one has ended.
        boolean ranges = query.order() == null ? key != null : scalars;
        boolean byContinuation = random.nextBoolean() && ranges && canBeContinued(query.sql());
        return new PagedQuery(container, query, key, items, where, 1 + random.nextInt(6), byContinuation);
    }

    /**
     * A query that the client does not distort: it adds partial sums up only where all values are numbers, fails on sorted
     * rows that are null, takes a row that is an array for several, and sorts arrays and objects by a hash of its own.
     */
    private static RandomQuery executable(Random random, boolean scalars) {
        while (true) {
            RandomQuery query = RandomQuery.make(random, 1);
            String sql = query.sql();
            boolean sumsUpOthers = sql.contains("SUM(") && !sql.contains("SUM(c.n)");
            boolean sortsNulls = sql.matches("SELECT DISTINCT .* ORDER BY c\\.(a|b|o\\.x)");
            boolean showsArrays = !scalars && sql.matches("SELECT (DISTINCT )?VALUE c\\.(a|b|o\\.x) .*");
            boolean sortsBehindArrays = !scalars && sql.matches(".* ORDER BY c\\.a.*, c\\.n.*");
            if (!sumsUpOthers && !sortsNulls && !showsArrays && !sortsBehindArrays) {
                return query;
            }
        }
    }

    private static RandomQuery nearest(Random random) {
        double[] target = vector(random);
        return ranked(
                1 + random.nextInt(20),
                distance(target),
                Comparator.comparingDouble(item -> -similarity(item, target)));
    }

    private static RandomQuery ranked(int take, String by, Comparator<JsonObject> order) {
        return new RandomQuery(
                "SELECT TOP " + take + " c.id FROM c ORDER BY " + by,
                true,
                order,
                items -> items.stream()
                        .sorted(order)
                        .limit(take)
                        .map(PagedQuery::id)
                        .toList());
    }

    private static double[] vector(Random random) {
        return new double[] {random.nextInt(19) - 9, random.nextInt(9) + 1};
    }

    private static String distance(double[] target) {
        return "VectorDistance(c.v, [" + target[0] + ", " + target[1] + "])";
    }

    private static double similarity(JsonObject item, double[] target) {
        List<JsonValue> vector = ((JsonArray) Objects.requireNonNull(item.get("v"))).elements();
        double first = ((JsonNumber) vector.get(0)).doubleValue();
        double second = ((JsonNumber) vector.get(1)).doubleValue();
        return (first * target[0] + second * target[1])
                / (Math.hypot(first, second) * Math.hypot(target[0], target[1]));
    }

    /** The client has no continuations for what sums up or compares rows, and begins again behind the end of an OFFSET. */
    private static boolean canBeContinued(String sql) {
        return Stream.of("DISTINCT", "GROUP BY", "COUNT(", "VectorDistance", "OFFSET")
                .noneMatch(sql::contains);
    }

    /** An indexing policy; some have no index for some of the queries. */
    static IndexingPolicy policy(Random random) {
        CompositePathSortOrder order =
                random.nextBoolean() ? CompositePathSortOrder.ASCENDING : CompositePathSortOrder.DESCENDING;
        IndexingPolicy policy = new IndexingPolicy();
        policy.setIncludedPaths(List.of(new IncludedPath("/*")));
        if (random.nextInt(4) != 0) {
            policy.setCompositeIndexes(List.of(List.of(
                    new CompositePath().setPath("/a").setOrder(order),
                    new CompositePath().setPath("/n").setOrder(order))));
        }
        List<ExcludedPath> excluded = new ArrayList<>();
        for (String path : List.of("/v/*", "/a/?", "/b/?", "/n/?", "/o/*")) {
            if (random.nextInt(5) == 0) {
                excluded.add(new ExcludedPath(path));
            }
        }
        policy.setExcludedPaths(excluded);
        return policy;
    }

    /**
     * Lets a sorted query end with the iterator it has. In direct mode the client repeats rows with equal sort values if it
     * resumes by continuation after a split: it does not compare resource ids in ranges that have replaced another.
     */
    void endWithIterator() {
        if (query.order() != null) {
            byContinuation = false;
        }
    }

    /** Asks for the next page. */
    Page fetchPage(Random random) {
        if (pages == null || (byContinuation && random.nextBoolean())) {
            CosmosQueryRequestOptions options = new CosmosQueryRequestOptions();
            if (key != null) {
                options.setPartitionKey(new PartitionKey(key));
            }
            var found = container.queryItems(query.sql(), options, JsonNode.class);
            pages = (continuation == null ? found.iterableByPage(rowsMax) : found.iterableByPage(continuation, rowsMax))
                    .iterator();
        }
        try {
            if (!pages.hasNext()) {
                return Page.LAST;
            }
            FeedResponse<JsonNode> page = pages.next();
            page.getResults().forEach(row -> rows.add(row(JsonValue.parse(row.toString()))));
            continuation = page.getContinuationToken();
            return byContinuation && continuation == null ? Page.LAST : Page.MORE;
        } catch (RuntimeException failure) {
            if (isLostIndex(failure)) {
                return Page.REFUSED;
            }
            throw new AssertionError(what(), failure);
        }
    }

    /** Partitions that refuse at the same time arrive as one exception, which may be the cause of another. */
    private static boolean isLostIndex(@Nullable Throwable failure) {
        if (failure instanceof CosmosException refused) {
            return refused.getStatusCode() == 400
                    && LOST_INDEX.matcher(refused.getMessage()).find();
        }
        if (failure == null || failure.getSuppressed().length == 0) {
            return failure != null && isLostIndex(failure.getCause());
        }
        return Stream.of(failure.getSuppressed()).allMatch(PagedQuery::isLostIndex);
    }

    /** The client ranks objects only, so ranked queries select the id as a property. */
    private JsonValue row(JsonValue received) {
        return query.sql().contains("VectorDistance") ? id((JsonObject) received) : received;
    }

    private static JsonValue id(JsonObject item) {
        return Objects.requireNonNull(item.get("id"));
    }

    private String what() {
        return where + ": " + query.sql() + (key == null ? "" : " in " + key) + " by " + rowsMax
                + (byContinuation ? " by continuations" : "");
    }

    void compare() {
        List<JsonValue> expected = query.answer().apply(items);
        Comparator<JsonObject> order = query.order();
        if (order == null) {
            assertThat(texts(rows)).as(what()).containsExactlyInAnyOrderElementsOf(texts(expected));
            return;
        }
        // Which of several equal items come first depends on the partitions that there were; see also above.
        assertThat(rows).as(what()).doesNotHaveDuplicates().hasSameSizeAs(expected);
        Map<JsonValue, JsonObject> byId = new HashMap<>();
        items.forEach(item -> byId.put(id(item), item));
        for (int i = 0; i < rows.size(); i++) {
            JsonObject actual = Objects.requireNonNull(byId.get(rows.get(i)), what());
            assertThat(order.compare(actual, byId.get(expected.get(i))))
                    .as("%s: %s instead of %s at %d", what(), texts(rows), texts(expected), i)
                    .isZero();
        }
    }

    /** The client writes sums as decimals, aggregates of nothing as empty objects, and no null that it grouped by. */
    private List<String> texts(List<JsonValue> of) {
        boolean summedUp = query.sql().contains("COUNT(");
        return of.stream()
                .map(row -> String.valueOf(row.toJava()))
                .map(row -> summedUp ? row.replaceAll(", (lo|hi)=\\{}|k=null, |\\.0(?=[,}])", "") : row)
                .toList();
    }
}
