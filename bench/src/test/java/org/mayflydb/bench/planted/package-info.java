/** A server with faults that the campaigns must find. */
@NullMarked
package org.mayflydb.bench.planted;

import org.jspecify.annotations.NullMarked;
