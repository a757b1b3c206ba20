/**
 * The shell: statements in, rows and reports out.
 *
 * <p>A {@link StatementReader} cuts text into statements: queries up to a semicolon, and lines that begin with a dot. A {@link
 * Session} has the endpoint and remembers the container in use. An {@link Interpreter} runs one statement in a session
 * and shows what comes of it to a {@link Talk}, which is a person at a terminal or a file. {@link InteractiveShell} and {@link
 * BatchShell} are the two loops around it. Rows are laid out by a {@link RowPrinter}.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>Where nobody is asked, only rows and reports are printed, all pages of them, and the first failure ends it.
 *   <li>Nothing that is stored reaches a terminal as a control character.
 *   <li>A change that may remove items is made only after somebody has said yes to what it removes.
 * </ul>
 */
@NullMarked
package org.mayflydb.app.shell;

import org.jspecify.annotations.NullMarked;
