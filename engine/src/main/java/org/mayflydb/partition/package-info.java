/**
 * A partition: one range of effective partition keys of one container, and the one writer it has at a time.
 *
 * <p>The {@link PartitionHead} is the record that every commit reads and rewrites; being conditional on it makes the
 * order of sequence numbers the order of commits, keeps {@code _ts} from going back, and fences off a writer that lost
 * its partition. {@link PartitionWriter} runs {@link Mutation}s one after another against a {@link Transaction} and
 * sends those that were waiting together as one commit. A write is submitted with a {@link Completion}; a caller that
 * blocks joins it by a {@link WaitingThread}.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>The result of a mutation is returned only after its commit is applied, and synced if durability asks for it.
 *   <li>A commit with unknown outcome is fenced off or found applied before anything is answered or sent again.
 *   <li>The partition's time never goes behind the newest {@code _ts} it has handed out.
 * </ul>
 */
@NullMarked
package org.mayflydb.partition;

import org.jspecify.annotations.NullMarked;
