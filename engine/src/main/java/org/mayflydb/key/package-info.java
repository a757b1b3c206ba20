/**
 * Where things are: partition keys and their hashes, resource ids, the rules for ids, and order-preserving bytes.
 *
 * <p>A {@link DocumentPath} points into an item. A {@link PartitionKeyDefinition} names the paths whose values, as {@link
 * KeyComponent}s, make the {@link PartitionKey} of an item. {@link PartitionKeyHasher} turns a key into its {@link
 * EffectivePartitionKey}, a place in the hash space that {@link EpkRange}s divide among partitions. A {@link ResourceId}
 * is the short name the server gives to what it creates; {@link ItemId} judges the names that users give. {@link
 * DocumentNumbers} number the items of a container so that those of one partition key are neighbours.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>Hashes are bit for bit those of the service, for they are computed by clients too.
 *   <li>Bytes written by {@link OrderedBytes} compare, unsigned, as the values do.
 *   <li>Bad input is a {@link org.mayflydb.base.BadRequestException} that says what is wrong with it.
 * </ul>
 */
@NullMarked
package org.mayflydb.key;

import org.jspecify.annotations.NullMarked;
