/**
 * The database put together: an {@link Engine} opens a store, checks its format, keeps the catalog, and hands out the
 * items of each container. Everything above, the embedded API and the network, enters here.
 *
 * <p>Two things go on in the background, step by step: indexes are rebuilt, and what has expired is purged. Neither can be
 * seen in an answer, both go on after a restart, and closing the engine ends both before it closes the store.
 */
@NullMarked
package org.mayflydb.database;

import org.jspecify.annotations.NullMarked;
