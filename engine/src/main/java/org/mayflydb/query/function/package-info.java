/**
 * The built-in functions: {@link org.mayflydb.query.function.BuiltIns} knows them by name, each is a {@link
 * org.mayflydb.query.function.BuiltIn} with the number of arguments it takes.
 *
 * <p>Java's null stands for undefined, as an argument and as a result. Promises:
 *
 * <ul>
 *   <li>A function has no state and no effects; what it needs beside its arguments (the time, chance, the row) it gets
 *       from {@link org.mayflydb.query.function.CallContext}.
 *   <li>Arguments of the wrong type give undefined, never an exception.
 *   <li>The work of one call is bounded by the size of its arguments, patterns included.
 * </ul>
 */
@NullMarked
package org.mayflydb.query.function;

import org.jspecify.annotations.NullMarked;
