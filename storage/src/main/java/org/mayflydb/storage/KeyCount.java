package org.mayflydb.storage;

import org.jspecify.annotations.Nullable;

/**
 * How many keys one scan found.
 *
 * @param next where the rest of the range begins; null if it holds nothing beyond these keys at the read point of the scan
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record KeyCount(int keys, byte @Nullable [] next) {}
