package org.mayflydb.index;

import org.mayflydb.key.Keyspace;
import org.mayflydb.key.OrderedBytes;

/** The keys of the index. The layouts are in {@code docs/KEYSPACE.md}. */
final class IndexKeys {
    /** The tag and the hash of a path, a composite index or a shape. */
    static final int HEADER_BYTES = 1 + Long.BYTES;

    /** Every key ends with a document number. */
    static final int NUMBER_BYTES = Long.BYTES;

    private IndexKeys() {}

    /** What the entries of a path, or of a composite index, begin with. */
    static byte[] ofPath(long hash) {
        return header(Keyspace.INDEX, hash);
    }

    /** What the entries of a shape begin with. */
    static byte[] ofShape(long shapeHash) {
        return header(Keyspace.SHAPE, shapeHash);
    }

    static byte[] shapeRecord(long shapeHash) {
        return header(Keyspace.SHAPE_REGISTRY, shapeHash);
    }

    static byte[] shapeCount() {
        return Keyspace.SHAPE_REGISTRY.prefix();
    }

    static byte[] state() {
        return Keyspace.INDEX_STATE.prefix();
    }

    /** An entry of a path; the place of its document number is left open. */
    static byte[] unnumberedTerm(long pathHash, ValueEncoder value) {
        byte[] key = unnumbered(pathHash, value.length());
        value.copyTo(key, HEADER_BYTES);
        return key;
    }

    /** An entry with room for so many bytes of values and for the document number. */
    static byte[] unnumbered(long hash, int valueBytes) {
        byte[] key = new byte[HEADER_BYTES + valueBytes + NUMBER_BYTES];
        putHeader(key, Keyspace.INDEX, hash);
        return key;
    }

    static byte[] shape(long shapeHash, long documentNumber) {
        byte[] key = new byte[HEADER_BYTES + NUMBER_BYTES];
        putHeader(key, Keyspace.SHAPE, shapeHash);
        putNumber(key, documentNumber);
        return key;
    }

    static void putNumber(byte[] key, long documentNumber) {
        OrderedBytes.putUnsignedLong(key, key.length - NUMBER_BYTES, documentNumber);
    }

    private static byte[] header(Keyspace keyspace, long hash) {
        byte[] key = new byte[HEADER_BYTES];
        putHeader(key, keyspace, hash);
        return key;
    }

    private static void putHeader(byte[] key, Keyspace keyspace, long hash) {
        key[0] = keyspace.tag();
        OrderedBytes.putUnsignedLong(key, 1, hash);
    }
}
