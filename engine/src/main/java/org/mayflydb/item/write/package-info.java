/**
 * What a write to an item does inside a transaction: {@link IncomingItem} is what a caller sent, taken apart once, {@link
 * ItemWrites} has one method for each kind of operation, and {@link ItemEntries} keeps everything that is stored for an item
 * together in one commit.
 */
@NullMarked
package org.mayflydb.item.write;

import org.jspecify.annotations.NullMarked;
