package org.mayflydb.json.binary;

import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonValue;

/** Converts between binary JSON and text. */
public final class BinaryJson {
    private BinaryJson() {}

    /** Whether these bytes are binary JSON: no text begins with this byte. */
    public static boolean isBinary(byte[] bytes) {
        return bytes.length > 0 && bytes[0] == Marker.FORMAT;
    }

    /**
     * Returns the compact text of binary JSON, or null if it would be longer than {@code bytesMax}. How deep it nests and
     * whether it names a member twice is for the reader of the text to judge.
     *
     * @throws BadRequestException if the bytes are no binary JSON
     */
    public static byte @Nullable [] toText(byte[] binary, int bytesMax) {
        return BinaryReader.toText(binary, bytesMax);
    }

    /** Returns the binary form of a value, or null if it has none: JSON text can spell numbers and strings that have none. */
    public static byte @Nullable [] of(JsonValue value) {
        return BinaryWriter.write(value);
    }

    /** The same for compact text that is known to be good. */
    public static byte @Nullable [] ofText(byte[] compactText) {
        return BinaryWriter.writeText(compactText);
    }
}
