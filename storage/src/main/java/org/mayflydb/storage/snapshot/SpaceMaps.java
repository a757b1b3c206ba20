package org.mayflydb.storage.snapshot;

import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.mayflydb.storage.Space;

/**
 * Something for each key of a partition, in the order of keys.
 *
 * @param main for the keys of {@link Space#MAIN}
 * @param derived for the keys of {@link Space#DERIVED}
 */
record SpaceMaps<V>(NavigableMap<byte[], V> main, NavigableMap<byte[], V> derived) {

    SpaceMaps() {
        this(new TreeMap<>(Arrays::compareUnsigned), new TreeMap<>(Arrays::compareUnsigned));
    }

    NavigableMap<byte[], V> in(Space space) {
        return space == Space.MAIN ? main : derived;
    }
}
