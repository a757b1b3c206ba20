package org.mayflydb.conformance;

import java.util.List;

/**
 * Within what the clock and the default lifetime may move while threads race, so that what may happen can be told from what
 * may not without knowing who came first.
 *
 * @param from the first second of the round
 * @param until the last
 * @param defaults the container's defaults that may be in force: {@link #OFF}, {@link #FOR_EVER} or seconds
 */
record RaceBounds(long from, long until, List<Integer> defaults) {
    static final int OFF = 0;
    static final int FOR_EVER = -1;

    /** The lifetime of an item that says nothing about it. */
    static final int INHERITED = 0;

    RaceBounds {
        defaults = List.copyOf(defaults);
    }

    /** One second and one default: what may happen is what does. */
    static RaceBounds exactly(long second, int defaultTtl) {
        return new RaceBounds(second, second, List.of(defaultTtl));
    }

    boolean mayShow(PossibleItem.Version version) {
        return defaults.stream().anyMatch(each -> {
            int lifetime = lifetime(version, each);
            return lifetime == FOR_EVER || from < version.latestTimestamp() + lifetime;
        });
    }

    boolean mayHide(PossibleItem.Version version) {
        return defaults.stream().anyMatch(each -> {
            int lifetime = lifetime(version, each);
            return lifetime != FOR_EVER && version.earliestTimestamp() + lifetime <= until;
        });
    }

    private static int lifetime(PossibleItem.Version version, int defaultTtl) {
        if (defaultTtl == OFF) {
            return FOR_EVER;
        }
        return version.ttl() == INHERITED ? defaultTtl : version.ttl();
    }
}
