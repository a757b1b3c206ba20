/**
 * The items of one container. {@link Items} is the entrance: {@link ItemWriter} creates, changes and deletes items, {@link
 * ItemReads} reads them, {@link ItemExpiry} shows when they expire, {@link Removal} removes what has.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>Every outcome has the status, sub-status and message of the service.
 *   <li>What fails changes nothing: no {@code _ts}, no ETag, no counter.
 *   <li>An expired item is absent for every operation. A write that takes its id or its unique value removes it in the same
 *       commit, so it can never come back beside its successor.
 * </ul>
 */
@NullMarked
package org.mayflydb.item;

import org.jspecify.annotations.NullMarked;
