package org.mayflydb.server.route;

import java.util.ArrayList;
import java.util.List;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.feed.FeedChange;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonObject;
import org.mayflydb.query.ValueQuery;
import org.mayflydb.query.syntax.SelectQuery;
import org.mayflydb.query.syntax.SqlExpression;

/**
 * The query in the body of a request for changes, which leaves out the changes of items that do not match.
 *
 * @param previousImages whether a removed item matches by what it was before, if the change shows that
 */
record FeedFilter(ValueQuery query, boolean previousImages) {

    /** @param tree of the query, for its checks */
    static FeedFilter read(Exchange exchange, QueryBody query, SelectQuery tree) {
        boolean plain = tree.projection() instanceof SelectQuery.Projection.Star
                && tree.sources().size() == 1
                && tree.sources().get(0).collection() instanceof SqlExpression.Identifier
                && !tree.sources().get(0).iterated()
                && tree.groupBy().isEmpty()
                && tree.orderBy() == null
                && tree.offsetLimit() == null
                && tree.top() == null
                && !tree.distinct();
        if (!plain) {
            throw new BadRequestException(
                    "The query of a change feed is of the form 'SELECT * FROM c WHERE …' and nothing else.");
        }
        return new FeedFilter(
                ValueQuery.of(query.text(), query.parameters(), exchange.clock()),
                exchange.jsonBody().get("enableQueryOnPreviousImage") instanceof JsonBoolean enabled
                        && enabled.value());
    }

    List<FeedChange> matching(List<FeedChange> changes) {
        List<FeedChange> matching = new ArrayList<>();
        for (FeedChange change : changes) {
            byte[] image = change.image(previousImages);
            if (image != null && !query.rows(List.of(JsonObject.ofText(image))).isEmpty()) {
                matching.add(change);
            }
        }
        return matching;
    }
}
