/**
 * The processes that have a store open. Each start of a process is a <em>node</em> with an id that is never used again; the id is
 * the owner id in the heads of the partitions that it writes.
 */
@NullMarked
package org.mayflydb.membership;

import org.jspecify.annotations.NullMarked;
