/**
 * Many clients at once, a server that is killed and splits its partitions under them, and a judge.
 *
 * <p>An {@link Event} is an {@link Operation} with the {@link Outcome} that a client saw, or none if the server died before
 * it answered, and the times between which it happened. The {@link HistoryRecorder} has all of them. The container keeps
 * every version, so that its log has what was done in which order: a list of {@link Change}s. The {@link Timeline} of a
 * logical partition is the {@link Commit}s of the log and the states between them.
 *
 * <p>{@link HistoryCheck} holds the events against the log. Every write must be where its outcome says, once, with the
 * effect that a {@link Model} predicts; everything else must find a state between its begin and its end that explains it,
 * and no older one than what had been seen before.
 */
@NullMarked
package org.mayflydb.conformance.history;

import org.jspecify.annotations.NullMarked;
