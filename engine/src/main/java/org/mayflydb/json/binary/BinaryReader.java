package org.mayflydb.json.binary;

import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonNumber;

/**
 * One pass over a document that writes its text. Methods that read something take its offset and the end of what it must be
 * in, and return the offset behind it.
 */
final class BinaryReader {
    /** The clients' own limit. The recursion is bounded by it: a level may take a single byte. */
    private static final int NESTING_DEPTH_MAX = 256;

    /** Text is mostly less than twice as long. */
    private static final int EXPECTED_GROWTH = 2;

    private final BinaryInput in;
    private final TextBuffer out;
    private final BinaryStrings strings;

    private BinaryReader(BinaryInput in, TextBuffer out) {
        this.in = in;
        this.out = out;
        this.strings = new BinaryStrings(in, out);
    }

    /** What follows the value is ignored, as by the clients' own readers. */
    static byte @Nullable [] toText(byte[] binary, int bytesMax) {
        int expected = (int) Math.min(bytesMax, (long) EXPECTED_GROWTH * binary.length);
        TextBuffer text = new TextBuffer(expected, bytesMax);
        int unused = new BinaryReader(new BinaryInput(binary), text).value(1, binary.length, 0);
        return text.finish();
    }

    private int value(int at, int end, int depth) {
        int marker = in.uint8(at, end);
        int next = at + 1;
        if (marker <= Marker.LITERAL_NUMBER_MAX) {
            out.put(marker);
            return next;
        }
        if (BinaryStrings.isString(marker)) {
            return strings.read(at, end);
        }
        if (marker >= Marker.ARRAY_EMPTY) {
            return container(marker, next, end, depth);
        }
        return switch (marker) {
            case Marker.NULL -> word("null", next);
            case Marker.FALSE -> word("false", next);
            case Marker.TRUE -> word("true", next);
            case Marker.GUID -> strings.guid(next, end);
            case Marker.BLOB_1, Marker.BLOB_2, Marker.BLOB_4 -> {
                int size = 1 << (marker - Marker.BLOB_1);
                yield strings.blob(next + size, in.unsigned(next, size, end), end);
            }
            case Marker.UNIFORM_UINT8 -> throw BinaryInput.malformed("this number is only for uniform arrays", at);
            default -> number(marker, next, end);
        };
    }

    private int word(String word, int next) {
        out.put(word);
        return next;
    }

    private int number(int marker, int at, int end) {
        int next = in.skip(at, numberSize(marker, at), end);
        switch (marker) {
            case Marker.UINT8, Marker.UNIFORM_UINT8 -> out.put(in.bytes[at] & 0xFF);
            case Marker.EXTENDED_INT8 -> out.put(in.bytes[at]);
            case Marker.INT16, Marker.EXTENDED_INT16 -> out.put(in.int16(at));
            case Marker.INT32, Marker.EXTENDED_INT32 -> out.put(in.int32(at));
            case Marker.EXTENDED_UINT32 -> out.put(in.int32(at) & 0xFFFF_FFFFL);
            case Marker.INT64, Marker.EXTENDED_INT64 -> out.put(in.int64(at));
            case Marker.UINT64 -> out.put(Long.toUnsignedString(in.int64(at)));
            case Marker.FLOAT32 -> real(Float.intBitsToFloat(in.int32(at)), at);
            default -> real(Double.longBitsToDouble(in.int64(at)), at);
        }
        return next;
    }

    private static int numberSize(int marker, int at) {
        return switch (marker) {
            case Marker.UINT8, Marker.UNIFORM_UINT8, Marker.EXTENDED_INT8 -> 1;
            case Marker.INT16, Marker.EXTENDED_INT16 -> 2;
            case Marker.INT32, Marker.EXTENDED_INT32, Marker.EXTENDED_UINT32, Marker.FLOAT32 -> 4;
            case Marker.INT64, Marker.EXTENDED_INT64, Marker.UINT64, Marker.DOUBLE, Marker.FLOAT64 -> 8;
            default -> throw BinaryInput.malformed("a marker is unknown", at - 1);
        };
    }

    private void real(double value, int at) {
        if (!Double.isFinite(value)) {
            throw BinaryInput.malformed("a number is not finite", at);
        }
        out.put(JsonNumber.of(value).text());
    }

    private int container(int marker, int at, int end, int depth) {
        if (depth == NESTING_DEPTH_MAX) {
            throw BinaryInput.malformed("it nests deeper than " + NESTING_DEPTH_MAX + " levels", at - 1);
        }
        return switch (marker) {
            case Marker.ARRAY_EMPTY -> word("[]", at);
            case Marker.OBJECT_EMPTY -> word("{}", at);
            case Marker.ARRAY_OF_ONE -> {
                out.put('[');
                int next = value(at, end, depth + 1);
                out.put(']');
                yield next;
            }
            case Marker.OBJECT_OF_ONE -> {
                out.put('{');
                int next = member(at, end, depth + 1);
                out.put('}');
                yield next;
            }
            case Marker.UNIFORM_1 -> uniform(at, 1, end);
            case Marker.UNIFORM_2 -> uniform(at, 2, end);
            case Marker.UNIFORM_ARRAYS_1 -> uniformArrays(at, Marker.UNIFORM_1, 1, end);
            case Marker.UNIFORM_ARRAYS_2 -> uniformArrays(at, Marker.UNIFORM_2, 2, end);
            default -> {
                if (marker > Marker.OBJECT_COUNTED_4) {
                    throw BinaryInput.malformed("a marker is unknown", at - 1);
                }
                yield marker < Marker.OBJECT_EMPTY ? array(marker, at, end, depth) : object(marker, at, end, depth);
            }
        };
    }

    private int array(int marker, int at, int end, int depth) {
        boolean counted = marker >= Marker.ARRAY_COUNTED_1;
        int size = 1 << (marker - (counted ? Marker.ARRAY_COUNTED_1 : Marker.ARRAY_1));
        int first = payload(at, size, counted, end);
        int arrayEnd = in.skip(first, in.unsigned(at, size, end), end);
        out.put('[');
        int next = first;
        while (next < arrayEnd) {
            if (next > first) {
                out.put(',');
            }
            next = value(next, arrayEnd, depth + 1);
        }
        out.put(']');
        return arrayEnd;
    }

    private int object(int marker, int at, int end, int depth) {
        boolean counted = marker >= Marker.OBJECT_COUNTED_1;
        int size = 1 << (marker - (counted ? Marker.OBJECT_COUNTED_1 : Marker.OBJECT_1));
        int first = payload(at, size, counted, end);
        int objectEnd = in.skip(first, in.unsigned(at, size, end), end);
        out.put('{');
        int next = first;
        while (next < objectEnd) {
            if (next > first) {
                out.put(',');
            }
            next = member(next, objectEnd, depth + 1);
        }
        out.put('}');
        return objectEnd;
    }

    /** Where the items begin: behind the length, and the count, which nobody needs. */
    private int payload(int at, int size, boolean counted, int end) {
        return in.skip(at, counted ? 2 * size : size, end);
    }

    private int member(int at, int end, int depth) {
        if (!BinaryStrings.isString(in.uint8(at, end))) {
            throw BinaryInput.malformed("a name is no string", at);
        }
        int next = strings.read(at, end);
        out.put(':');
        return value(next, end, depth);
    }

    /** Numbers without markers of their own. */
    private int uniform(int at, int countSize, int end) {
        int marker = itemMarker(at, end);
        int count = (int) in.unsigned(at + 1, countSize, end);
        return items(marker, at + 1 + countSize, count, end);
    }

    private int uniformArrays(int at, int innerMarker, int countSize, int end) {
        if (in.uint8(at, end) != innerMarker) {
            throw BinaryInput.malformed("a uniform array has items of another kind", at);
        }
        int marker = itemMarker(at + 1, end);
        int count = (int) in.unsigned(at + 2, countSize, end);
        int arrays = (int) in.unsigned(at + 2 + countSize, countSize, end);
        if (count == 0 && arrays > 0) {
            throw BinaryInput.malformed("the items of a uniform array are empty", at);
        }
        int next = at + 2 + 2 * countSize;
        out.put('[');
        for (int i = 0; i < arrays; i++) {
            if (i > 0) {
                out.put(',');
            }
            next = items(marker, next, count, end);
        }
        out.put(']');
        return next;
    }

    private int itemMarker(int at, int end) {
        int marker = in.uint8(at, end);
        return switch (marker) {
            case Marker.UNIFORM_UINT8,
                    Marker.EXTENDED_INT8,
                    Marker.EXTENDED_INT16,
                    Marker.EXTENDED_INT32,
                    Marker.EXTENDED_INT64,
                    Marker.FLOAT32,
                    Marker.FLOAT64 -> marker;
            default -> throw BinaryInput.malformed("a uniform array has items of another kind", at);
        };
    }

    private int items(int marker, int first, int count, int end) {
        out.put('[');
        int next = first;
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                out.put(',');
            }
            next = number(marker, next, end);
        }
        out.put(']');
        return next;
    }
}
