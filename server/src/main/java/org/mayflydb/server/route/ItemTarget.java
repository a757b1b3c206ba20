package org.mayflydb.server.route;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.key.PartitionKeyHasher;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;

/**
 * What a request about items is for: its container, found once, and its partition key and scope, each read from the headers
 * once. Used by one thread at a time.
 */
final class ItemTarget {
    private final WireRequest request;
    private final ContainerRecord container;
    private boolean keyIsRead;
    private @Nullable PartitionKey key;
    private @Nullable RequestScope scope;

    private ItemTarget(WireRequest request, ContainerRecord container) {
        this.request = request;
        this.container = container;
    }

    /**
     * What a request to this container is for. If the client means another container of that name, nothing else about the
     * request counts.
     */
    static ItemTarget of(WireRequest request, ContainerRecord container) {
        String intended = request.header(WireHeaders.INTENDED_CONTAINER_RID);
        if (intended != null && !intended.equals(container.rid().toString())) {
            throw BadRequestException.containerRecreated();
        }
        return new ItemTarget(request, container);
    }

    ContainerRecord container() {
        return container;
    }

    /** The key that the client gives, null if it gives none. Containers without a definition need none. */
    @Nullable
    PartitionKey key() {
        if (!keyIsRead) {
            String header = request.header(WireHeaders.PARTITION_KEY);
            if (header != null) {
                key = PartitionKey.parse(header);
            } else {
                key = container.properties().partitionKey().systemKey() ? PartitionKey.NONE : null;
            }
            keyIsRead = true;
        }
        return key;
    }

    /** The key, which the request must give. */
    PartitionKey requiredKey() {
        PartitionKey given = key();
        if (given == null) {
            throw new BadRequestException("PartitionKey value must be supplied for this operation.");
        }
        return given;
    }

    /** The key of an item to be written, which the request must give although the item has it too. */
    PartitionKey keyOfWrite() {
        PartitionKey given = key();
        if (given == null) {
            throw new BadRequestException("The partition key supplied in x-ms-partitionkey header has fewer components"
                    + " than defined in the the collection.");
        }
        return given;
    }

    /** Which items a list, a query or a feed looks at: all of them if the client gives no key. */
    RequestScope scope() {
        RequestScope known = scope;
        if (known == null) {
            boolean givesKey = request.header(WireHeaders.PARTITION_KEY) != null;
            known = RequestScope.of(request, container, givesKey ? key() : null);
            scope = known;
        }
        return known;
    }

    /** The partitions that the request asks, as far as its headers tell; all of them if they do not. */
    List<PartitionSpec> partitions() {
        if (container.partitions().size() == 1) {
            return container.partitions();
        }
        ListScope scope = scope().items();
        EpkRange ofKey = range(scope.partitionKey(), container.properties().partitionKey());
        return container.partitions().stream()
                .filter(partition -> partition.range().overlaps(scope.range())
                        && partition.range().overlaps(ofKey))
                .toList();
    }

    private static EpkRange range(@Nullable PartitionKey key, PartitionKeyDefinition definition) {
        // A key that is no good is refused by the route itself.
        return key == null || key.isEmpty() || key.size() > definition.paths().size()
                ? EpkRange.FULL
                : EpkRange.prefix(PartitionKeyHasher.hashOnce(definition, key));
    }

    ItemConditions conditions() {
        String ifMatch = request.header(WireHeaders.IF_MATCH);
        String ifNoneMatch = request.header(WireHeaders.IF_NONE_MATCH);
        return ifMatch == null && ifNoneMatch == null ? ItemConditions.NONE : new ItemConditions(ifMatch, ifNoneMatch);
    }
}
