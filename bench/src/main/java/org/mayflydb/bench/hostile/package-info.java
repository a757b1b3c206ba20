/**
 * Attacks a server for an hour while well-behaved clients work, and measures what these notice.
 *
 * <p>{@link HostileSoak} is the command. A {@link PoliteLoad} of {@link PoliteClient}s compares every response with what it
 * must be, over both protocols. An {@link AttackRun} repeats every {@link Attack} and counts what the server did about it. A
 * {@link Footprint} is the server's memory, threads and files.
 *
 * <p>Promises: everything stays on this machine and on its loopback interface, is bounded in time and in number, and leaves
 * nothing behind: no process, no file.
 */
@NullMarked
package org.mayflydb.bench.hostile;

import org.jspecify.annotations.NullMarked;
