/**
 * Measures the server beside its limits.
 *
 * <p>{@link ServerBench} lets the server and a {@link BareServer}, which answers every request with the same bytes and does
 * nothing else, work in turns under the same load. Each is a {@link ServerProcess}, so that its processor time and its
 * memory are its own. The load comes from {@code wrk} with requests that a {@link SignedRequest} wrote beforehand; {@link
 * Wrk} runs it. {@link DirectBench} measures direct mode beside a {@link BareDirectServer} with the
 * messages of a {@link DirectLoad}.
 *
 * <p>Promises: everything stays on this machine and on its loopback interface, is bounded in time and in number, and leaves
 * nothing behind: no process, no file.
 */
@NullMarked
package org.mayflydb.bench.server;

import org.jspecify.annotations.NullMarked;
