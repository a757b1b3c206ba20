/**
 * A database for tests, as an extension of JUnit 5 and 6.
 *
 * <p>{@link MayflyTest} on a class, or a {@link MayflyExtension} in a field, gives each test (or each class of tests) a
 * <em>sandbox</em>: a server in memory on a free port of this machine, with an empty database, filled from the files that
 * {@link Seed} names. Tests ask for what they need by parameters: {@link MayflyEndpoint}, {@link MayflyClock}, the clients
 * of {@code azure-cosmos} if that is on the class path.
 *
 * <p>Promises: no sandbox sees what is done in another one, and each has a clock of its own, so tests may run in parallel.
 * The clock stands still unless the test moves it or wants it to run. Nothing is deleted behind the test's back: what has expired is purged
 * when the clock is advanced, before that call returns.
 */
@NullMarked
package org.mayflydb.junit;

import org.jspecify.annotations.NullMarked;
