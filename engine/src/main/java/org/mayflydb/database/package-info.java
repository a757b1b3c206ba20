/**
 * The database put together: an {@link Engine} opens a store, checks its format, keeps the catalog, and hands out the
 * items of each container. Everything above, the embedded API and the network, enters here.
 *
 * <p>Background jobs work step by step: they rebuild indexes, purge expired items, trim logs, and remove the items of deleted
 * partition keys. None of them affects a response, all continue after a restart, and closing the engine ends them before it
 * closes the store.
 */
@NullMarked
package org.mayflydb.database;

import org.jspecify.annotations.NullMarked;
