/**
 * What operators ask: whether the server lives, what it has done, what time it thinks it is, and to do a little
 * housekeeping. An {@link AdminEndpoint} is about the whole server, a {@link ContainerEndpoint} about one container: what
 * expires in it and when, and what has expired and is still there. Everything under {@code /_mayfly/} wants a read-write account key as a bearer token.
 */
@NullMarked
package org.mayflydb.server.admin;

import org.jspecify.annotations.NullMarked;
