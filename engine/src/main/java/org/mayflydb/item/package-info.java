/**
 * Items: creating, reading, replacing, upserting, deleting, listing and purging them.
 *
 * <p>{@link Items} is the door: the items of one container. {@link IncomingItem} is what a caller sent, taken apart once.
 * An {@link ItemEdit} makes the next version of an item from the present one, an {@link ItemBatch} does several operations
 * or none. {@link ItemKeys} has the keys, {@link ItemEntries} everything that is stored for an item and comes and goes with
 * it in one commit. An {@link ItemReader} is for those who answer questions about many items, with the index or without.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>Every outcome has the status, sub-status and message of the service.
 *   <li>What fails changes nothing: no {@code _ts}, no ETag, no counter.
 *   <li>An expired item is absent for every operation. Whoever takes its id or its unique value removes it in the same
 *       commit, so it can never come back beside its successor.
 * </ul>
 */
@NullMarked
package org.mayflydb.item;

import org.jspecify.annotations.NullMarked;
