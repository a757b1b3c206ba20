package org.mayflydb.item.record;

import org.mayflydb.ttl.ExpiryRule;

/** A stored item as far as its end is concerned, be it alive or expired. */
public interface StoredLife {
    /** The length of its JSON text in bytes. */
    int size();

    /** The second from which it is expired by this rule, which may be another than its container's. */
    long deadline(ExpiryRule rule);
}
