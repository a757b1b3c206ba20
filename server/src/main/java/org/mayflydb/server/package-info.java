/**
 * The database as a server: settings, starting, stopping. What it says on the wire is in the packages below.
 *
 * <p>{@link ServerSettings} come from defaults, a file, the environment and flags; {@link Setting} lists them. Settings
 * that would let strangers in are refused, and keys are never shown.
 */
@NullMarked
package org.mayflydb.server;

import org.jspecify.annotations.NullMarked;
