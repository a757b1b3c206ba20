/**
 * What each request does: a {@link Gateway} finds out who asks and for what, and a {@link Route} for that kind of resource
 * answers. Routes know requests and responses, not the transport, and call the engine.
 *
 * <p>What is not done yet is refused with 501 and its name, never accepted and ignored.
 */
@NullMarked
package org.mayflydb.server.route;

import org.jspecify.annotations.NullMarked;
