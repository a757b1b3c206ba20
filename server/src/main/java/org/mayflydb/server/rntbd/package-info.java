/**
 * The wire of direct mode: RNTBD, a protocol of binary messages over TLS, on a port of its own.
 *
 * <p>A <em>message</em> is a head and perhaps a payload. A head is made of <em>tokens</em>, each with a number, a type and a
 * value; {@link RequestToken} and {@link ResponseToken} are the tables of those that have a meaning, with the header that
 * says the same over HTTP. An {@link RntbdServer} accepts connections. A client begins each with a <em>context</em>, in
 * which both sides say who they are, and then sends requests without waiting for answers. A {@code FrameDecoder} finds
 * messages in bytes; an {@code RntbdConnection} hands each on as the very {@link org.mayflydb.server.protocol.WireRequest}
 * that HTTP would have made of it, to the same {@link org.mayflydb.server.protocol.RequestHandler}.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>Answers leave as soon as they are there, in any order; each carries the number of its request.
 *   <li>A token of an answer is written with the type that the table declares, because clients read it with that type
 *       whatever it says; a value that does not fit is an error and never a broken stream.
 *   <li>Every response has the LSN of its partition, errors included: clients accept no other.
 *   <li>Everything a client sends is bounded before it is kept; what cannot be understood closes the connection.
 *   <li>A stop answers what was read, and then closes: a client does not repeat a write whose connection broke.
 * </ul>
 */
@NullMarked
package org.mayflydb.server.rntbd;

import org.jspecify.annotations.NullMarked;
