/**
 * The log of all changes: every version of every item and every removal, for containers that ask for it.
 *
 * <p>A {@link LogPolicy} is what a container's {@code changeFeedPolicy} says: for how long, or not at all. The {@link
 * ChangeLog} of a partition takes one {@link LogRecord} for each change, in the commit that makes the change, and gives
 * them back in that order. What is older than the retention is refused to readers from that second on, and trimmed some
 * time later.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>A change is in the log exactly once if it took place while the log was kept, and not at all if it did not take
 *       place.
 *   <li>A reader is told if it asks for what may no longer be complete; it never gets a log with a gap.
 *   <li>A container that keeps no log pays for none.
 * </ul>
 */
@NullMarked
package org.mayflydb.changelog;

import org.jspecify.annotations.NullMarked;
