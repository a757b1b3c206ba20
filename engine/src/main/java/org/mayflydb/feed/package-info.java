/**
 * Change feeds: what has happened to the items of a container, in the order in which it happened.
 *
 * <p>There are two of them. The <i>latest version</i> feed has every item once, where it was last written; what has expired
 * or was deleted is not in it. <i>All versions and deletes</i> has every {@link FeedChange}, for containers that keep a log.
 *
 * <p>A partition orders its changes by sequence number, and a reader continues after the last number it has seen. {@link
 * ChangeFeed} answers for one partition, as clients of the service ask, or for a whole container, with a {@link
 * FeedContinuation} that remembers a number for each partition.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>Changes that share a sequence number are in one page, so that continuing after it loses and repeats nothing.
 *   <li>One page looks at a bounded number of entries, for a bounded time, and always gets further. It may be empty.
 *   <li>A page says that it is at the end only if nothing that was committed before it began is left to be seen.
 * </ul>
 */
@NullMarked
package org.mayflydb.feed;

import org.jspecify.annotations.NullMarked;
