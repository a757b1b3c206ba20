/**
 * The database put together: an {@link Engine} opens a store, checks its format, keeps the catalog, and hands out the
 * items of each container. Everything above, the embedded API and the network, enters here.
 *
 * <p>Some things go on in the background, step by step: indexes are rebuilt, what has expired is purged, logs are trimmed, and
 * the items of deleted partition keys are removed. None can be seen in an answer, all go on after a restart, and closing
 * the engine ends them before it closes the store.
 */
@NullMarked
package org.mayflydb.database;

import org.jspecify.annotations.NullMarked;
