/**
 * What both protocols have in common: threads, sockets, TLS, and connections that bound what a client may have under way.
 *
 * <p>A {@link Listener} accepts connections on a port, up to a number, and equips each of them. A {@link TlsContext} makes
 * the server's side of TLS from its {@link ServerCertificate}, which is made at the first start and kept. A {@link
 * ClientConnection} passes requests to the handler, each with a {@link PendingResponse}; {@link BackPressure} stops reading
 * from a client with too much under way. A {@link ConnectionClock} closes connections that are silent, slow or do not read.
 *
 * <p>Promise: a stop lets requests under way finish, for a bounded time.
 */
@NullMarked
package org.mayflydb.server.transport;

import org.jspecify.annotations.NullMarked;
