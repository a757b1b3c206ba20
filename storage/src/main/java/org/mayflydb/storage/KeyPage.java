package org.mayflydb.storage;

import java.util.List;

/**
 * The keys that one scan found.
 *
 * @param keys they belong to the caller
 * @param exhausted true if the range holds nothing beyond these keys at the read point of the scan
 */
public record KeyPage(List<byte[]> keys, boolean exhausted) {}
