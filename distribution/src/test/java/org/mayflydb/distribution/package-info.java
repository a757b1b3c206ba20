/**
 * Tests of what people install. {@link org.mayflydb.distribution.Installation} is one such directory, used as a person uses it: by
 * running its {@code bin/mayfly}.
 */
@NullMarked
package org.mayflydb.distribution;

import org.jspecify.annotations.NullMarked;
