package org.mayflydb.embedded;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.query.QueryPage;
import org.mayflydb.query.QueryRequest;

/**
 * A query over a container, ready to be asked.
 *
 * <pre>{@code
 * List<Row> late = orders.query("SELECT * FROM o WHERE o.due < @day").with("@day", "2031-05-06").rows();
 * }</pre>
 */
public final class Query {
    private static final int PAGE_ROWS = 1000;

    private final Function<QueryRequest, QueryPage> engine;
    private final String text;
    private final @Nullable ItemMapper mapper;
    private final Map<String, JsonValue> parameters = new LinkedHashMap<>();
    private ListScope scope = ListScope.ALL;

    Query(Function<QueryRequest, QueryPage> engine, String text, @Nullable ItemMapper mapper) {
        this.engine = engine;
        this.text = text;
        this.mapper = mapper;
    }

    /**
     * Gives a parameter its value.
     *
     * @param name with its sign, such as {@code @day}
     * @param value a string, number, boolean, null, or a list or map of these
     */
    public Query with(String name, @Nullable Object value) {
        parameters.put(name, JsonValue.of(value));
        return this;
    }

    /** Looks only at items with this partition key, or with one that it begins. */
    public Query in(PartitionKey partitionKey) {
        scope = ListScope.of(partitionKey);
        return this;
    }

    /** All rows. */
    public List<Row> rows() {
        return stream().toList();
    }

    /** All rows, fetched page by page as the stream is consumed. */
    public Stream<Row> stream() {
        return Stream.iterate(page(PAGE_ROWS, null), page -> page != null, this::after)
                .flatMap(page -> page.rows().stream());
    }

    private @Nullable RowPage after(RowPage page) {
        return page.continuation() == null ? null : page(PAGE_ROWS, page.continuation());
    }

    /**
     * Some rows.
     *
     * @param continuation from the page before; null for the first. It is good for this query only, but for ever
     */
    public RowPage page(int rowsMax, @Nullable String continuation) {
        QueryPage page = engine.apply(new QueryRequest(text, parameters, scope, rowsMax, continuation));
        return new RowPage(
                page.rows().stream().map(row -> new Row(row, mapper)).toList(), page.continuation(), page.charge());
    }
}
