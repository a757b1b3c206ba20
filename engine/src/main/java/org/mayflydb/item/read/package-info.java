/** Reads many items of one partition: by scan, by index, in creation order and by their changes. */
@NullMarked
package org.mayflydb.item.read;

import org.jspecify.annotations.NullMarked;
