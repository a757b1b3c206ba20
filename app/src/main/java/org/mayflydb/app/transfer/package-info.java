/**
 * Moving items between an endpoint and files with one item in JSON on each line.
 *
 * <p>An {@link Exporter} reads a container range by range and writes an {@link ItemLine} for each item. An {@link Importer}
 * reads such lines and writes them to a container, many in one request. What a {@link StateFile} beside the file says lets
 * either continue after any interruption.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>An export that is resumed has every item once: the file is cut back to where the state was taken. What changes in
 *       the container meanwhile may be seen or not.
 *   <li>An import that is resumed leaves no line out. It may send a bounded number of lines a second time, which leaves the
 *       same items.
 *   <li>A line that cannot be imported is named by its number and with the reason.
 *   <li>Memory does not grow with the number of items.
 * </ul>
 */
@NullMarked
package org.mayflydb.app.transfer;

import org.jspecify.annotations.NullMarked;
