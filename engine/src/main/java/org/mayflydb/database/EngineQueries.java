package org.mayflydb.database;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.RecentValues;
import org.mayflydb.catalog.ContainerProperties;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.index.IndexRules;
import org.mayflydb.index.TermPath;
import org.mayflydb.item.Items;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.query.IndexUse;
import org.mayflydb.query.Queries;
import org.mayflydb.query.QueryPage;
import org.mayflydb.query.QueryRequest;
import org.mayflydb.query.compile.Schema;
import org.mayflydb.query.syntax.SelectQuery;

/** Runs queries over containers. */
final class EngineQueries {
    private final Queries queries;

    /** What queries know of each container; reading it takes parsing. */
    private final RecentValues<ContainerProperties, Schema> schemas =
            RecentValues.byIdentity(properties -> properties.id().hashCode(), ContainerChanges::schema);

    EngineQueries(EngineSettings settings) {
        this.queries = new Queries(
                settings.time().clock(),
                settings.random(),
                System::nanoTime,
                settings.rules().queries());
    }

    QueryPage page(ContainerRecord container, Items items, QueryRequest request) {
        Schema schema = schema(container);
        return queries.page(new ContainerQueries(items, container.properties().partitionKey(), schema), request);
    }

    private Schema schema(ContainerRecord container) {
        return schemas.of(container.properties());
    }

    IndexUse indexUse(ContainerRecord container, QueryRequest request) {
        return queries.indexUse(
                request,
                keyPaths(container.properties().partitionKey(), request.scope().partitionKey()),
                schema(container),
                IndexRules.of(container.properties().indexingPolicy()));
    }

    private static List<TermPath> keyPaths(PartitionKeyDefinition definition, @Nullable PartitionKey key) {
        return key == null
                ? List.of()
                : definition.paths().subList(0, key.size()).stream()
                        .map(TermPath::of)
                        .toList();
    }

    SelectQuery parse(String text) {
        return queries.parse(text);
    }
}
