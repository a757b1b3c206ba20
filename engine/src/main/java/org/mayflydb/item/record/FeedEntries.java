package org.mayflydb.item.record;

import java.util.List;

/**
 * Some entries of a feed, in order.
 *
 * @param exhausted whether there was nothing beyond them
 */
public record FeedEntries(List<FeedEntry> entries, boolean exhausted) {}
