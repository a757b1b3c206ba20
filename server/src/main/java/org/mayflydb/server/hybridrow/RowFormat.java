package org.mayflydb.server.hybridrow;

import org.mayflydb.base.BadRequestException;

/** Numbers that are written into rows. */
final class RowFormat {
    /** The version that every row begins with, and so every body. */
    static final byte VERSION = (byte) 0x81;

    static final int SEGMENT_SCHEMA = 2_147_473_648;
    static final int RECORD_SCHEMA = 2_147_473_649;
    static final int OPERATION_SCHEMA = 2_145_473_648;
    static final int RESULT_SCHEMA = 2_145_473_649;

    /** Version and schema. */
    static final int HEADER_BYTES = 5;

    /** A segment's header, the bit for its length, and its length. */
    static final int SEGMENT_BYTES = HEADER_BYTES + 1 + Integer.BYTES;

    static final byte NULL = 0x01;
    static final byte FALSE = 0x02;
    static final byte TRUE = 0x03;
    static final byte INT32 = 0x07;
    static final byte UINT32 = 0x0B;
    static final byte FLOAT64 = 0x10;
    static final byte UTF8 = 0x14;

    private RowFormat() {}

    static BadRequestException malformed(String what) {
        return new BadRequestException("The body of the batch is malformed: " + what + ".");
    }
}
