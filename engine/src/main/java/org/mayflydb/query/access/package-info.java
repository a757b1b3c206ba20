/**
 * The items that a query looks at, one after another: {@link org.mayflydb.query.access.PartitionView} is a partition as
 * one request sees it, {@link org.mayflydb.query.access.ItemCursor}s go through its items in no particular order, {@link
 * org.mayflydb.query.access.RankedCursor}s in the order that the query asks for.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>Only live items come out, each at most once, and every item that was there all the time and fulfils the condition
 *       that the cursor was made from; others may come too.
 *   <li>A cursor can be made anew from the place where another stopped, also after a restart: a place names an item, not
 *       a state. Places of ranked cursors are good for every way to the items; those of others for the way they came.
 * </ul>
 */
@NullMarked
package org.mayflydb.query.access;

import org.jspecify.annotations.NullMarked;
