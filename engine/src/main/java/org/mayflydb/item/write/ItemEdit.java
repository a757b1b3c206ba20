package org.mayflydb.item.write;

import org.mayflydb.ttl.LiveItem;

/** Makes the next version of an item from the present one. */
@FunctionalInterface
public interface ItemEdit {
    /**
     * The item as it shall be, as JSON. May be called again if a commit has to be repeated, so it has no effects.
     *
     * @param now the second of the write
     * @throws org.mayflydb.base.MayflyException if the item cannot be changed so; nothing is changed then
     */
    byte[] apply(LiveItem present, long now);
}
