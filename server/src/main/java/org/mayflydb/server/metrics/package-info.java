/** Counts and times requests, for Prometheus to read. */
@NullMarked
package org.mayflydb.server.metrics;

import org.jspecify.annotations.NullMarked;
