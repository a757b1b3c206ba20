/**
 * The format of a store as a whole: what an empty store is marked with, which stores are refused, and how a store of the format
 * before is upgraded when it is opened.
 */
@NullMarked
package org.mayflydb.format;

import org.jspecify.annotations.NullMarked;
