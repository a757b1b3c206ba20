/**
 * The database put together. An {@link Engine} opens a store, checks its format and provides the items of each container;
 * the embedded API and the network enter here. {@code ContainerChanges} creates, replaces and deletes containers, {@code
 * OpenContainers} keeps open ones in line with the catalog.
 *
 * <p>{@link Background} jobs work step by step, containers taking turns: they purge expired items, split partitions, rebuild
 * indexes, trim logs, and remove the items of deleted partition keys. None of them affects a response, all continue after a
 * restart, and closing the engine ends them before it closes the store.
 */
@NullMarked
package org.mayflydb.database;

import org.jspecify.annotations.NullMarked;
