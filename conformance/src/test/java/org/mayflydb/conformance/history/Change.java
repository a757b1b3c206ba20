package org.mayflydb.conformance.history;

import org.jspecify.annotations.Nullable;

/**
 * An entry of the log of all versions.
 *
 * @param previousLsn of the version before; 0 if there was none
 * @param version null if the item was removed
 */
record Change(
        Type type,
        String partition,
        String id,
        long lsn,
        long second,
        long previousLsn,
        @Nullable Version version) {
    enum Type {
        CREATE,
        REPLACE,
        DELETE,
        EXPIRE
    }
}
