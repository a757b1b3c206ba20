package org.mayflydb.server.route;

import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.key.PartitionKey;
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

    ItemTarget(WireRequest request, ContainerRecord container) {
        this.request = request;
        this.container = container;
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

    /** Which items a list, a query or a feed looks at. */
    RequestScope scope() {
        RequestScope known = scope;
        if (known == null) {
            known = RequestScope.of(request, container, key());
            scope = known;
        }
        return known;
    }

    ItemConditions conditions() {
        String ifMatch = request.header(WireHeaders.IF_MATCH);
        String ifNoneMatch = request.header(WireHeaders.IF_NONE_MATCH);
        return ifMatch == null && ifNoneMatch == null ? ItemConditions.NONE : new ItemConditions(ifMatch, ifNoneMatch);
    }
}
