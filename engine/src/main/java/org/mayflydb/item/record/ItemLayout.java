package org.mayflydb.item.record;

import org.mayflydb.catalog.UniqueKeyPolicy;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.key.ResourceId;

/** What decides where and how the items of a container are stored; fixed for as long as the container exists. */
public record ItemLayout(
        ResourceId database, ResourceId container, PartitionKeyDefinition partitionKey, UniqueKeyPolicy uniqueKeys) {}
