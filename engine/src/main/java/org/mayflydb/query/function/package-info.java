/**
 * The built-in functions: {@link org.mayflydb.query.function.BuiltIns} knows them by name, each is a {@link
 * org.mayflydb.query.function.BuiltIn} with the number of arguments it takes. There is one class for each family of them;
 * other modules add theirs as a {@link org.mayflydb.query.function.FunctionLibrary}. {@link
 * org.mayflydb.query.function.LikePattern} is here too, being an operator that works like a function.
 *
 * <p>Java's null stands for undefined, as an argument and as a result. Promises:
 *
 * <ul>
 *   <li>A function has no state and no effects; what it needs beside its arguments (the time, chance, the row) it gets
 *       from {@link org.mayflydb.query.function.CallContext}.
 *   <li>Arguments of the wrong type give undefined, never an exception.
 *   <li>The work of one call is bounded by the size of its arguments, patterns included: nothing backtracks.
 *   <li>The result of one call is bounded too; a text or an array that would become larger than any page of results is
 *       undefined.
 * </ul>
 */
@NullMarked
package org.mayflydb.query.function;

import org.jspecify.annotations.NullMarked;
