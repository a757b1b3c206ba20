/**
 * The client libraries that people use with the service, run unchanged against a {@link org.mayflydb.server.MayflyServer}
 * in the same process. Each class starts a server of its own; the clock is moved through the admin API, as people do it
 * from other languages.
 */
@NullMarked
package org.mayflydb.clients;

import org.jspecify.annotations.NullMarked;
