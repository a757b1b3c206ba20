package org.mayflydb.item.write;

import org.jspecify.annotations.Nullable;
import org.mayflydb.base.PreconditionFailedException;
import org.mayflydb.ttl.ItemVersion;

/**
 * What must hold for an operation to be done: {@code If-Match} and {@code If-None-Match}, an ETag in its quotation
 * marks, {@code *} for any, or null for no condition.
 */
public record ItemConditions(
        @Nullable String ifMatch, @Nullable String ifNoneMatch) {
    public static final ItemConditions NONE = new ItemConditions(null, null);

    private static final String ANY = "*";

    public static ItemConditions ifMatch(String etag) {
        return new ItemConditions(etag, null);
    }

    public static ItemConditions ifNoneMatch(String etag) {
        return new ItemConditions(null, etag);
    }

    /** Checks both against an item that exists and is about to be changed. */
    public void checkBeforeChange(ItemVersion version) {
        if ((ifMatch != null && !matches(ifMatch, version)) || isUnchanged(version)) {
            throw new PreconditionFailedException();
        }
    }

    /** Whether {@code If-None-Match} says that the caller has this version already. */
    public boolean isUnchanged(ItemVersion version) {
        return ifNoneMatch != null && matches(ifNoneMatch, version);
    }

    private static boolean matches(String condition, ItemVersion version) {
        return condition.equals(ANY) || condition.equals(version.etag());
    }
}
