/**
 * The explorer: a web page for people, at {@code /_explorer}. It is a fixed set of {@link
 * org.mayflydb.server.explorer.ExplorerFile files} from the class path, the same for everybody and without any data: what the
 * page shows it asks for by itself, as any other client, with the key that a person has given to it. Browsers are told to load and to ask nothing
 * from anywhere else.
 */
@NullMarked
package org.mayflydb.server.explorer;

import org.jspecify.annotations.NullMarked;
