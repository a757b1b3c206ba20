/**
 * Injects faults into a server under a checked load, and verifies that nothing acknowledged is lost.
 *
 * <p>{@link FaultCampaign} is the command. A {@link Ledger} writes and remembers what was acknowledged. A {@link Scene} is a
 * server with its files, on a file system that a {@link Fault} can fill or break. {@link FaultShim} fails calls of the store
 * and moves the clock; {@link OutOfMemoryAgent} exhausts the heap from within a thread pool.
 *
 * <p>Promises: everything stays on this machine, in one directory and on the loopback interface, and leaves nothing behind: no
 * process, no file, no mount.
 */
@NullMarked
package org.mayflydb.bench.faults;

import org.jspecify.annotations.NullMarked;
