package org.mayflydb.item.write;

import org.jspecify.annotations.Nullable;
import org.mayflydb.ttl.ContainerTtl;
import org.mayflydb.ttl.Lifetime;

/**
 * What is asked of an incoming item.
 *
 * @param nullTtl what {@code "ttl": null} means while the container has time to live switched on
 * @param containerBytesMax how much a container may hold of live items; 0 for any
 */
public record ItemRules(NullTtl nullTtl, long containerBytesMax) {

    /** What an item's {@code "ttl": null} means. */
    public enum NullTtl {
        /** The item inherits the container's default, as if there were no member. */
        INHERIT,
        /** It is refused, as by today's service. */
        REJECT
    }

    public static final ItemRules DEFAULT = new ItemRules(NullTtl.INHERIT, 0);

    public ItemRules withNullTtl(NullTtl meaning) {
        return new ItemRules(meaning, containerBytesMax);
    }

    public ItemRules withContainerBytesMax(long bytes) {
        return new ItemRules(nullTtl, bytes);
    }

    /**
     * The lifetime that the JSON text of a {@code ttl} member gives its item. With time to live switched off nothing is
     * refused, because nothing is interpreted: what makes no sense counts as absent if it is switched on later.
     */
    public Lifetime lifetime(@Nullable String ttlText, ContainerTtl container) {
        if (ttlText == null) {
            return Lifetime.INHERIT;
        }
        boolean mayBeNull = nullTtl == NullTtl.INHERIT || !container.isOn();
        if (ttlText.equals("null") && mayBeNull) {
            return Lifetime.INHERIT;
        }
        return Lifetime.parse(ttlText).orElseGet(() -> {
            if (container.isOn()) {
                throw Lifetime.invalid(ttlText);
            }
            return Lifetime.INHERIT;
        });
    }
}
