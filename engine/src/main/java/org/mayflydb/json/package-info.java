/**
 * JSON text and values.
 *
 * <p>A {@link JsonValue} is an immutable tree; {@link JsonText} is the one place that knows how text is read: the
 * configured parser, the check of UTF-8, the removal of insignificant white space. Items on their way to the store are
 * not turned into trees; they are streamed through {@link JsonText#parser}.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>Text that is not JSON, is not strictly UTF-8, names a member twice or nests deeper than 128 is a {@link
 *       org.mayflydb.base.BadRequestException}; nothing is repaired, except that {@link DuplicateNames} keeps the last of
 *       an item's members of the same name.
 *   <li>Member order and the text of numbers survive a round trip.
 *   <li>A string may hold an unpaired surrogate if its text spelled one as an escape; it is written as an escape again.
 * </ul>
 */
@NullMarked
package org.mayflydb.json;

import org.jspecify.annotations.NullMarked;
