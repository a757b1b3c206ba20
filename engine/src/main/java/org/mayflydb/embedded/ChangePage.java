package org.mayflydb.embedded;

import java.util.List;

/**
 * Some changes of a container.
 *
 * @param changes those of one physical partition, in the order in which they were made
 * @param continuation behind them, for {@link Changes#after}
 * @param isUpToDate whether there was nothing else by now
 */
public record ChangePage(List<Change> changes, String continuation, boolean isUpToDate) {
    public ChangePage {
        changes = List.copyOf(changes);
    }
}
