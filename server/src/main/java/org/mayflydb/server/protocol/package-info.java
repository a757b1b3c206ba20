/**
 * The words both wires share: requests and responses without a transport, resource addresses, header names, error bodies.
 *
 * <p>After a transport has made a {@link WireRequest} nobody knows which wire it came by. A {@link RequestHandler}
 * answers it with a {@link WireResponse}, at once or later.
 */
@NullMarked
package org.mayflydb.server.protocol;

import org.jspecify.annotations.NullMarked;
