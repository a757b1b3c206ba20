package org.mayflydb.storage;

import java.util.List;

/**
 * What one scan found.
 *
 * @param exhausted true if the range holds nothing beyond these entries at the read point of the scan
 */
public record ScanPage(List<KeyValue> entries, boolean exhausted) {}
