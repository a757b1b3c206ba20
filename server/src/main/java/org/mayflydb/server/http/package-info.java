/**
 * The gateway's transport: HTTP/1.1 on Netty, plain or TLS on one port. Everything a client sends is bounded before it is
 * kept: header and body sizes, connections, pipelined requests, time.
 */
@NullMarked
package org.mayflydb.server.http;

import org.jspecify.annotations.NullMarked;
