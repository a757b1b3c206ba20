/**
 * The store without a disk: for tests, for databases that live as long as their process, and as the plain reading of the
 * storage contract.
 *
 * <p>A {@link MemoryStore} is a handle to data. Closing the handle ends its use and keeps the data; {@link
 * MemoryStore#reopen()} gives the next handle, so a test can let an engine die and start another on what it left.
 *
 * <p>Promises beyond the contract: every commit is as durable as the data itself, and a get takes no lock unless a commit
 * is being applied at that moment.
 */
@NullMarked
package org.mayflydb.storage.memory;

import org.jspecify.annotations.NullMarked;
