package org.mayflydb.item.record;

import java.util.List;

/**
 * The digest of the values that an item has under one unique key.
 *
 * @param forms the digest that new entries have, then those that entries of earlier versions may have instead
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record UniqueDigest(List<byte[]> forms) {
    /** The digest that new entries have. */
    public byte[] current() {
        return forms.get(0);
    }
}
