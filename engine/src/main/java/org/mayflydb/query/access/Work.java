package org.mayflydb.query.access;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.mayflydb.catalog.CompositePath;
import org.mayflydb.index.CompositeIndex;
import org.mayflydb.index.TermPath;

/**
 * What a request has done so far, for its charge and its metrics. Entries and items that have expired count in neither, or
 * the charge of a query would depend on how far the purge is.
 */
public final class Work {
    private long entries;
    private long items;
    private long itemBytes;
    private final Set<String> usedPaths = new LinkedHashSet<>();
    private final Set<List<String>> usedComposites = new LinkedHashSet<>();

    void entries(long count) {
        entries += count;
    }

    /** Takes back what {@link #entries} counted: they led to nothing that is alive. */
    void expiredEntries(long count) {
        entries -= count;
    }

    void items(long count, long bytes) {
        items += count;
        itemBytes += bytes;
    }

    void used(TermPath path) {
        usedPaths.add(path.toPolicyText());
    }

    void used(CompositeIndex composite) {
        usedComposites.add(composite.paths().stream()
                .map(path -> path.path() + (path.order() == CompositePath.Order.DESCENDING ? " DESC" : " ASC"))
                .toList());
    }

    /** The paths whose terms were used, as an indexing policy writes them: {@code /a/?}. */
    public List<String> usedPaths() {
        return List.copyOf(usedPaths);
    }

    /** The composite indexes that were used: {@code /a ASC}, {@code /b DESC}. */
    public List<List<String>> usedComposites() {
        return List.copyOf(usedComposites);
    }

    /** How many index entries were looked at. */
    public long entries() {
        return entries;
    }

    /** How many live items were read. */
    public long items() {
        return items;
    }

    /** How large they were. */
    public long itemBytes() {
        return itemBytes;
    }
}
