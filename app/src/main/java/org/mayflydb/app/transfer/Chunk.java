package org.mayflydb.app.transfer;

import java.util.List;

/**
 * Some lines that follow each other.
 *
 * @param items those that are to be written, no two of the same id and key
 * @param settled what became of those that need not be, or cannot be
 * @param last the last line, blank ones included
 */
record Chunk(List<ImportItem> items, List<ItemOutcome> settled, Line last) {}
