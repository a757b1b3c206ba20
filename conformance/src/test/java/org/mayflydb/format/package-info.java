/** Stores in formats of earlier releases. */
@NullMarked
package org.mayflydb.format;

import org.jspecify.annotations.NullMarked;
