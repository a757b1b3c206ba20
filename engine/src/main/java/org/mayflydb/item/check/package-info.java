/** Checks that everything that is stored for items fits together, and tells which item an entry belongs to. */
@NullMarked
package org.mayflydb.item.check;

import org.jspecify.annotations.NullMarked;
