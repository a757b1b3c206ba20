package org.mayflydb.index;

import java.util.Map;
import org.mayflydb.catalog.CompositePath;
import org.mayflydb.key.DocumentPath;

/**
 * A composite index as it is written. The values of an item at all paths of all composite indexes are gathered in numbered
 * slots; this says which slots make an entry.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record CompositeColumns(CompositeIndex index, long hash, int[] slots) {
    /** Gives its paths slots, those that have none yet new ones. */
    static CompositeColumns of(CompositeIndex index, Map<DocumentPath, Integer> slotsByPath) {
        int[] slots = new int[index.paths().size()];
        for (int i = 0; i < slots.length; i++) {
            DocumentPath path = index.paths().get(i).path();
            slots[i] = slotsByPath.computeIfAbsent(path, unused -> slotsByPath.size());
        }
        return new CompositeColumns(index, index.hash(), slots);
    }

    /**
     * The entry of an item.
     *
     * @param values by slot, each as a {@link ValueCode}
     */
    byte[] key(byte[][] values, long documentNumber) {
        int length = 0;
        for (int slot : slots) {
            length += values[slot].length;
        }
        byte[] key = IndexKeys.unnumbered(hash, length);
        int offset = IndexKeys.HEADER_BYTES;
        for (int i = 0; i < slots.length; i++) {
            byte[] code = values[slots[i]];
            CompositePath path = index.paths().get(i);
            System.arraycopy(code, 0, key, offset, code.length);
            if (CompositeIndex.isDescending(path)) {
                ValueCode.invert(key, offset, offset + code.length);
            }
            offset += code.length;
        }
        IndexKeys.putNumber(key, documentNumber);
        return key;
    }
}
