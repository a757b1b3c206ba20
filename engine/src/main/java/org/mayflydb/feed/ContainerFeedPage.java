package org.mayflydb.feed;

import java.util.List;

/**
 * Some changes of a container.
 *
 * @param changes those of one partition, in the order in which they were made
 * @param continuation what to ask with for the next ones; there always is one, because changes never end
 * @param atEnd whether nothing was left to be seen in any partition
 */
public record ContainerFeedPage(List<FeedChange> changes, String continuation, boolean atEnd) {
    public ContainerFeedPage {
        changes = List.copyOf(changes);
    }
}
