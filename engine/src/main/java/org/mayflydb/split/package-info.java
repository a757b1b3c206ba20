/**
 * Splitting a partition in two while it is being read and written.
 *
 * <p>The <em>parent</em>'s entries are copied to two <em>children</em> by the effective partition keys of their items, page
 * by page, and what is committed to the parent meanwhile is copied after them, in the order of the commits. When little is
 * left, the parent stops for a moment: the rest is copied, the catalog names the children in its place, and it takes no
 * write any more. LSNs, versions and document numbers are unchanged and continue from the parent's, so a reader at an
 * LSN of the parent can continue in the children from there.
 */
@NullMarked
package org.mayflydb.split;

import org.jspecify.annotations.NullMarked;
