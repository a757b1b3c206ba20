/**
 * The store that several servers share: a PostgreSQL database and its standbys.
 *
 * <p>A {@link org.mayflydb.storage.postgresql.PostgresStore} is one table, {@code entries}, with a row for each entry: the number of its
 * partition, its space, key and value. Every statement that a server sends while it serves names one partition.
 *
 * <p>Promises beyond the contract:
 *
 * <ul>
 *   <li>A commit is one call of one function, so one round trip: a server that is suspended holds no lock.
 *   <li>Every call ends by its deadline, or after the time limit of the address. Then its connection is closed.
 *   <li>A commit is unknown unless the server has reported its result, or an error after which nothing can have been applied.
 * </ul>
 */
@NullMarked
package org.mayflydb.storage.postgresql;

import org.jspecify.annotations.NullMarked;
