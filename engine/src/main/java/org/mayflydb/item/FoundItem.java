package org.mayflydb.item;

import org.mayflydb.ttl.LiveItem;

/**
 * An item that a scan came across.
 *
 * @param locator what names it within its container; a later scan goes on behind it
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record FoundItem(byte[] locator, LiveItem item) {}
