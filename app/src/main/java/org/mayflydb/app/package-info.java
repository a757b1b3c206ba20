/**
 * The command line. {@link MayflyCommand} is {@code mayfly} itself; each of its commands is a class of its own. A {@link
 * Terminal} says what the output is connected to, a {@link Pause} gives a person time to read. {@link ReadyQuestion} is how
 * health checks ask a server.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>Results go to the standard output, complaints to the standard error.
 *   <li>Exit code 0 is success and 2 means that the command was not understood or could not begin; each command says in its
 *       help what else it answers. Those that talk to an endpoint share their codes, {@link
 *       org.mayflydb.app.endpoint.Exit}.
 *   <li>Colours and pauses are for people: without a terminal there are none.
 * </ul>
 */
@NullMarked
package org.mayflydb.app;

import org.jspecify.annotations.NullMarked;
