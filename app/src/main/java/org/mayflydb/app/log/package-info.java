/** How the server logs: to standard error, and without a configuration file. */
@NullMarked
package org.mayflydb.app.log;

import org.jspecify.annotations.NullMarked;
