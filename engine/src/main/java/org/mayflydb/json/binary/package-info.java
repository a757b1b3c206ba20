/**
 * CosmosBinary, the binary form of JSON that some clients send and read in place of text.
 *
 * <p>{@link BinaryJson} turns binary JSON into the text that the rest of the server reads, and values or stored text into
 * binary JSON. Nothing else knows the format, and nothing is stored in it.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>Any bytes are compact JSON text in strict UTF-8, or a {@link org.mayflydb.base.BadRequestException}.
 *   <li>A reference of a few bytes may stand for a long string, so text may be much longer than its binary form. Reading
 *       takes no more memory than the caller allows for the text, and time in proportion to the input and that text.
 *   <li>Numbers keep their value: whole ones of 64 bits exactly, all others as doubles.
 * </ul>
 */
@NullMarked
package org.mayflydb.json.binary;

import org.jspecify.annotations.NullMarked;
