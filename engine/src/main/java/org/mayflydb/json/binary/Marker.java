package org.mayflydb.json.binary;

/** The bytes that say what follows them. Lengths, counts and numbers are little-endian; lengths are of bytes. */
final class Marker {
    /** Begins every document. */
    static final byte FORMAT = (byte) 0x80;

    /** Up to here a marker is a number itself. */
    static final int LITERAL_NUMBER_MAX = 0x1F;

    static final int SYSTEM_STRING = 0x20;
    static final int SYSTEM_STRING_MAX = 0x3F;

    /** Strings of a dictionary that clients and the service have never agreed upon. */
    static final int USER_STRING_MAX = 0x67;

    static final int BASE64_1 = 0x71;
    static final int BASE64_2 = 0x72;
    static final int BASE64_URL_1 = 0x73;
    static final int BASE64_URL_2 = 0x74;
    static final int GUID_LOWER = 0x75;
    static final int GUID_UPPER = 0x76;

    /** A lower-case GUID inside of quotation marks, as an ETag is. */
    static final int GUID_QUOTED = 0x77;

    static final int HEX_LOWER = 0x78;
    static final int HEX_UPPER = 0x79;
    static final int DATE_TIME = 0x7A;
    static final int PACKED_4 = 0x7B;
    static final int PACKED_5 = 0x7C;
    static final int PACKED_6 = 0x7D;
    static final int PACKED_7_LENGTH_1 = 0x7E;
    static final int PACKED_7_LENGTH_2 = 0x7F;

    /** From here on a marker is a string's length. */
    static final int STRING = 0x80;

    static final int STRING_BYTES_MAX = 63;
    static final int STRING_1 = 0xC0;
    static final int STRING_2 = 0xC1;
    static final int STRING_4 = 0xC2;
    static final int REFERENCE_1 = 0xC3;
    static final int REFERENCE_2 = 0xC4;
    static final int REFERENCE_3 = 0xC5;
    static final int REFERENCE_4 = 0xC6;

    static final int UINT64 = 0xC7;
    static final int UINT8 = 0xC8;
    static final int INT16 = 0xC9;
    static final int INT32 = 0xCA;
    static final int INT64 = 0xCB;
    static final int DOUBLE = 0xCC;
    static final int FLOAT32 = 0xCD;
    static final int FLOAT64 = 0xCE;

    static final int NULL = 0xD0;
    static final int FALSE = 0xD1;
    static final int TRUE = 0xD2;
    static final int GUID = 0xD3;

    /** Stands only for the items of a uniform array. */
    static final int UNIFORM_UINT8 = 0xD7;

    static final int EXTENDED_INT8 = 0xD8;
    static final int EXTENDED_INT16 = 0xD9;
    static final int EXTENDED_INT32 = 0xDA;
    static final int EXTENDED_INT64 = 0xDB;
    static final int EXTENDED_UINT32 = 0xDC;
    static final int BLOB_1 = 0xDD;
    static final int BLOB_2 = 0xDE;
    static final int BLOB_4 = 0xDF;

    static final int ARRAY_EMPTY = 0xE0;
    static final int ARRAY_OF_ONE = 0xE1;
    static final int ARRAY_1 = 0xE2;
    static final int ARRAY_2 = 0xE3;
    static final int ARRAY_4 = 0xE4;
    static final int ARRAY_COUNTED_1 = 0xE5;
    static final int ARRAY_COUNTED_4 = 0xE7;
    static final int OBJECT_EMPTY = 0xE8;
    static final int OBJECT_OF_ONE = 0xE9;
    static final int OBJECT_1 = 0xEA;
    static final int OBJECT_2 = 0xEB;
    static final int OBJECT_4 = 0xEC;
    static final int OBJECT_COUNTED_1 = 0xED;
    static final int OBJECT_COUNTED_4 = 0xEF;

    static final int UNIFORM_1 = 0xF0;
    static final int UNIFORM_2 = 0xF1;
    static final int UNIFORM_ARRAYS_1 = 0xF2;
    static final int UNIFORM_ARRAYS_2 = 0xF3;

    private Marker() {}
}
