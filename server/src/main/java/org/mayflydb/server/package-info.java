/** The database as a server: settings, starting, stopping. What it says on the wire is in the packages below. */
@NullMarked
package org.mayflydb.server;

import org.jspecify.annotations.NullMarked;
