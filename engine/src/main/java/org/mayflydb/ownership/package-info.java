/**
 * Which process owns a partition, when several have one store open: fourteen rules, without threads, sockets or clocks of their
 * own. {@code docs/OWNERSHIP.md} states them; here each one is named where it is implemented.
 *
 * <p>{@link LocalNode} is what one process knows. {@link Rules} has the arithmetic and the decisions, {@link LeaseTimes} the
 * constants. Everything that needs the store is a chain of {@link StoreStep}s: a step is one read or one conditional commit, and
 * returns the next step when it gets its result. A caller performs steps by blocking calls, by asynchronous ones, or in a
 * simulation; the rules cannot tell the difference, so what the simulator proves holds in the server.
 *
 * <p>Not safe for use by several threads: the caller runs everything of one node under one lock or on one thread, and never
 * holds it while a step is under way.
 */
@NullMarked
package org.mayflydb.ownership;

import org.jspecify.annotations.NullMarked;
