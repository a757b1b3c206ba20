/** Sends what the server logs in tests to the platform's own log, because projects differ in the log library they use. */
@NullMarked
package org.mayflydb.junit.logging;

import org.jspecify.annotations.NullMarked;
