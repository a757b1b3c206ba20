package org.mayflydb.changelog;

import java.util.List;

/**
 * Some records of a log, in order.
 *
 * @param exhausted whether there was nothing beyond them
 */
public record LogPage(List<LogRecord> records, boolean exhausted) {}
