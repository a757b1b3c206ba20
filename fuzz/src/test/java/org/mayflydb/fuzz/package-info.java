/**
 * What fuzzing is made of. A {@link org.mayflydb.fuzz.FuzzTarget} lives in the package of the decoder that it calls and
 * states what holds for any input; {@code META-INF/services} lists them all.
 *
 * <p>Ordinary tests run every target with its seeds and with seeded mutations of them. {@code fuzz/run} starts a campaign:
 * a process per target in which Jazzer makes the inputs, guided by coverage.
 */
@NullMarked
package org.mayflydb.fuzz;

import org.jspecify.annotations.NullMarked;
