package org.mayflydb.query.function;

import java.time.Instant;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/**
 * What a function may know beside its arguments.
 *
 * @param queryStart the time when this execution of the query began
 * @param meter what the function's work is charged to, as far as it is more than going through its arguments once
 */
public record CallContext(Instant queryStart, InstantSource clock, RandomGenerator random, Meter meter) {}
