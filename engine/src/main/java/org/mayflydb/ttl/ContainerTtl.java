package org.mayflydb.ttl;

import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.key.DocumentPath;

/**
 * What a container says about the life of its items.
 *
 * @param mode whether anything expires at all
 * @param defaultSeconds the lifetime of items that have none of their own; 0 unless the mode is {@link Mode#DEFAULT}
 * @param clockPath where an item keeps the second its lifetime counts from, for containers that do not count from the
 *     last write (the old {@code ttlPropertyPath}); null for all others
 */
public record ContainerTtl(
        Mode mode, int defaultSeconds, @Nullable DocumentPath clockPath) {

    /** Whether, and how, items expire. */
    public enum Mode {
        /** No {@code defaultTtl}: nothing expires, and an item's own lifetime is not interpreted. */
        OFF,
        /** {@code defaultTtl: -1}: only items with a lifetime of their own expire. */
        OWN_ONLY,
        /** {@code defaultTtl: n}: items expire n seconds after their last write unless they say otherwise. */
        DEFAULT
    }

    public static final ContainerTtl OFF = new ContainerTtl(Mode.OFF, 0, null);

    public ContainerTtl {
        Invariant.check(
                (mode == Mode.DEFAULT) == (defaultSeconds != 0) && defaultSeconds >= 0, "a default is positive");
    }

    /** From the value of {@code defaultTtl}, null where there is none. */
    public static ContainerTtl of(@Nullable Integer defaultTtl, @Nullable DocumentPath clockPath) {
        if (defaultTtl == null) {
            return OFF;
        }
        return defaultTtl == -1
                ? new ContainerTtl(Mode.OWN_ONLY, 0, clockPath)
                : new ContainerTtl(Mode.DEFAULT, defaultTtl, clockPath);
    }

    public boolean isOn() {
        return mode != Mode.OFF;
    }
}
