package org.mayflydb.item.read;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.ttl.LiveItem;

/**
 * Some items of a container.
 *
 * @param continuation what to ask with for the next ones; null if these were the last. A page may be empty and still
 *     have one, if there were only expired items where it looked.
 */
public record ItemPage(List<LiveItem> items, @Nullable String continuation) {}
