/**
 * The database put together: an {@link Engine} opens a store, checks its format, keeps the catalog, and hands out the
 * items of each container. Everything above, the embedded API and the network, enters here.
 */
@NullMarked
package org.mayflydb.database;

import org.jspecify.annotations.NullMarked;
