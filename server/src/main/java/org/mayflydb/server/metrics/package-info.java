/** Counts and times requests, and shows how the purge gets on, for Prometheus to read. */
@NullMarked
package org.mayflydb.server.metrics;

import org.jspecify.annotations.NullMarked;
