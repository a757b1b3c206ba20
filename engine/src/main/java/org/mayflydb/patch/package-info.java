/**
 * Patches: changing parts of an item without sending the whole.
 *
 * <p>A {@link Patch} is up to ten {@link PatchOperation}s, done in order and all or none, and perhaps a condition, which is
 * the FROM and WHERE of a query. It is read from the document that clients send or put together by a program. For the items
 * of a container it becomes an {@link org.mayflydb.item.write.ItemEdit}, which the partition's writer applies to the item as it is
 * then, so that nothing comes in between.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>What is wrong with a patch is said with the words of the service, and nothing is changed.
 *   <li>What a patch does not name stays as it is, the text of numbers included.
 *   <li>A condition that is asked too long gives up instead of holding the partition.
 * </ul>
 */
@NullMarked
package org.mayflydb.patch;

import org.jspecify.annotations.NullMarked;
