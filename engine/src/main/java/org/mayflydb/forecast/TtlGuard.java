package org.mayflydb.forecast;

import org.mayflydb.base.BadRequestException;
import org.mayflydb.item.Items;
import org.mayflydb.ttl.ContainerTtl;

/**
 * Refuses changes of a time to live that would remove much at once.
 *
 * @param percent a change may remove no more than this part of the items that can be read, unless it is confirmed
 */
public record TtlGuard(int percent) {
    /** Refuses nothing. */
    public static final TtlGuard OFF = new TtlGuard(100);

    private static final int WHOLE = 100;

    public TtlGuard {
        if (percent < 0 || percent > WHOLE) {
            throw new BadRequestException("A guard of the time to live is a percentage between 0 and 100.");
        }
    }

    /**
     * Lets a change pass or not.
     *
     * @throws BadRequestException if the change would remove too much
     */
    public void check(Items items, ContainerTtl proposed) {
        if (percent == WHOLE || items.ttl().equals(proposed)) {
            return;
        }
        WhatIf whatIf = Forecaster.whatIf(items, proposed, Horizon.AUTOMATIC, Effort.DEFAULT);
        long live = whatIf.present().live().items();
        long removed = whatIf.removed().items();
        // Without rounding: of a hundred items, 10 % are ten.
        if (removed > 0 && removed * WHOLE > live * percent) {
            throw new BadRequestException("The change of the time to live would remove "
                    + (whatIf.present().precision().exact() ? "" : "about ") + removed + " of " + live
                    + " items at once, which is more than the " + percent
                    + " % that are allowed without confirmation.");
        }
    }
}
