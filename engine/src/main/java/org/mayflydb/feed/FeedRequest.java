package org.mayflydb.feed;

import org.mayflydb.item.read.ListScope;

/**
 * A question for changes.
 *
 * @param scope of which items; they must lie in one partition if one partition is asked
 * @param itemsMax how many a page has at most, unless more were made by one write
 */
public record FeedRequest(FeedMode mode, ListScope scope, FeedStart start, int itemsMax) {}
