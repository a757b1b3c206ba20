/**
 * Tests of the whole, which no module could make alone.
 *
 * <p>{@link ArchitectureTest} states who may use whom. {@link ItemModelTest} runs random {@link Step}s against the
 * database and against a {@link Model} of a page, on every {@link Ground} a database can stand on; {@link
 * PurgeRaceModelTest} lets purges and writers race. {@link CrashTest} and {@link PurgeCrashTest} kill real processes. {@link
 * HostileInputTest} sends what no client should, {@link DefaultTtlChangeTest} counts what a change of the default writes,
 * and {@link ReadmeExampleTest} runs what the front page shows.
 */
@NullMarked
package org.mayflydb.conformance;

import org.jspecify.annotations.NullMarked;
