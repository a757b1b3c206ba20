/**
 * The gateway's transport: HTTP/1.1 on Netty, plain or TLS on one port.
 *
 * <p>An {@link HttpServer} accepts connections. In each of them a {@code TlsSniffer} looks at the first byte, a {@code
 * RequestDecoder} finds requests, and an {@code HttpConnection} hands each to the {@link
 * org.mayflydb.server.protocol.RequestHandler} as an {@code HttpExchange} and writes the answers.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>Answers leave in the order in which the requests of a connection came, whenever and wherever they are given.
 *   <li>Everything a client sends is bounded before it is kept: line, header and body sizes, connections, pipelined
 *       requests, time. {@link HttpLimits} has the numbers.
 *   <li>What the server refuses by itself has a JSON body like any other error.
 *   <li>A stop lets requests under way finish.
 * </ul>
 */
@NullMarked
package org.mayflydb.server.http;

import org.jspecify.annotations.NullMarked;
