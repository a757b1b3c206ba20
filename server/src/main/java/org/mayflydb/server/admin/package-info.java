/**
 * What operators ask: whether the server lives, what it has done, what time it thinks it is, and to do a little
 * housekeeping. Everything under {@code /_mayfly/} wants a read-write account key as a bearer token.
 */
@NullMarked
package org.mayflydb.server.admin;

import org.jspecify.annotations.NullMarked;
