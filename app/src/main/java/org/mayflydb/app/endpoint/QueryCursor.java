package org.mayflydb.app.endpoint;

import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Goes through the pages of a query.
 *
 * <p>Asked to, this server answers every query as a whole. The service itself does not sort or sum up across several physical
 * partitions and says so with status 400 and sub-status 1004. Where the container has one only, it is then asked by name,
 * which the service does answer; where it has several, it is said that this cannot be done here.
 */
public final class QueryCursor {
    private static final int CROSS_PARTITION_REFUSED = 1004;

    private final RemoteContainer container;
    private final String text;
    private final int pageSize;
    private QueryScope scope;
    private @Nullable String continuation;
    private boolean ended;

    QueryCursor(RemoteContainer container, String text, QueryScope scope, int pageSize) {
        this.container = container;
        this.text = text;
        this.scope = scope;
        this.pageSize = pageSize;
    }

    public boolean hasNext() {
        return !ended;
    }

    /** The next page, which may be empty. */
    public ResultPage next() {
        if (ended) {
            throw new NoSuchElementException("the last page was shown");
        }
        ApiCall call = container.queryCall(text);
        Answer answer = container.askForPage(call, scope, pageSize, continuation);
        if (isRefusedAcrossPartitions(answer) && scope.equals(QueryScope.ALL)) {
            scope = onlyRange();
            answer = container.askForPage(call, scope, pageSize, continuation);
        }
        if (!answer.isSuccess()) {
            throw EndpointException.of(call, answer);
        }
        ResultPage page = RemoteContainer.rows(answer);
        continuation = page.continuation();
        ended = continuation == null;
        return page;
    }

    private static boolean isRefusedAcrossPartitions(Answer answer) {
        return answer.status() == 400 && answer.subStatus() == CROSS_PARTITION_REFUSED;
    }

    private QueryScope onlyRange() {
        List<PartitionKeyRange> ranges = container.ranges();
        if (ranges.size() != 1) {
            throw EndpointException.failed(
                    "This endpoint does not merge the rows of " + ranges.size()
                            + " physical partitions for such a query,"
                            + " and the shell does not either. Query one partition key (.key in the shell), or omit"
                            + " ORDER BY, DISTINCT, GROUP BY, OFFSET and aggregates.",
                    null);
        }
        return QueryScope.of(ranges.get(0));
    }
}
