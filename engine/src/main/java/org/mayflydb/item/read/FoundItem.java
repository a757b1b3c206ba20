package org.mayflydb.item.read;

import org.mayflydb.ttl.LiveItem;

/**
 * An item that a scan came across.
 *
 * @param locator identifies it within its container; a later scan continues after it
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record FoundItem(byte[] locator, LiveItem item) {}
