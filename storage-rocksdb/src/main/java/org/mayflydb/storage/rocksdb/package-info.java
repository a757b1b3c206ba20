/**
 * The embedded store: RocksDB in a directory of its own.
 *
 * <p>A {@link RocksStore} is one RocksDB database with a column family for each {@link org.mayflydb.storage.Space}: the default one for
 * main entries, {@code derived} for derived ones. The key of an entry is the number of its partition
 * as four bytes, highest first, followed by the key itself; so a partition is a range, and its order is the order of the
 * database. Nothing else is stored.
 *
 * <p>Promises beyond the contract:
 *
 * <ul>
 *   <li>One process at a time: a directory that is open elsewhere is refused.
 *   <li>Damage is refused, not repaired: a file that is missing, shorter than recorded or whose checksum is wrong stops the
 *       opening or the read that meets it, and the message names the place. No older or shorter state is ever opened in its
 *       stead. {@link RocksStore} says what no store can notice.
 *   <li>Native memory is freed by {@code close()}, which waits for calls under way; later calls are refused.
 * </ul>
 */
@NullMarked
package org.mayflydb.storage.rocksdb;

import org.jspecify.annotations.NullMarked;
