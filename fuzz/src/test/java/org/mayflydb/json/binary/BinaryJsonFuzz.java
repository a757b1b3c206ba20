package org.mayflydb.json.binary;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.Decoded;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.json.JsonEquality;
import org.mayflydb.json.JsonText;
import org.mayflydb.json.JsonValue;

/** Binary JSON is compact text or refused, and what is text is written and read as the same. The input follows the format's byte. */
public final class BinaryJsonFuzz implements FuzzTarget {
    private static final int TEXT_BYTES_MAX = 64 << 10;

    @Override
    public String name() {
        return "binary-json";
    }

    @Override
    public void run(byte[] input) {
        byte[] binary = new byte[input.length + 1];
        binary[0] = Marker.FORMAT;
        System.arraycopy(input, 0, binary, 1, input.length);
        byte[] text = Decoded.fromClient(() -> BinaryJson.toText(binary, TEXT_BYTES_MAX));
        if (text == null) {
            return;
        }
        Claim.holds(text.length <= TEXT_BYTES_MAX, "the text is as long as it may be");
        Claim.holds(Arrays.equals(text, BinaryJson.toText(binary, text.length)), "there is room for all of it");
        Claim.holds(BinaryJson.toText(binary, text.length - 1) == null, "there is no room for less");
        Claim.holds(JsonText.compact(text) == text, "the text is compact UTF-8");
        JsonValue value = Decoded.fromClient(() -> JsonValue.parse(text));
        if (value != null) {
            sameAgain(value, BinaryJson.ofText(text));
            sameAgain(value, BinaryJson.of(value));
        }
    }

    private static void sameAgain(JsonValue value, byte @Nullable [] written) {
        byte[] text = BinaryJson.toText(Claim.present(written, "a binary form"), Integer.MAX_VALUE);
        Claim.holds(JsonEquality.same(value, JsonValue.parse(Claim.present(text, "its text"))), "written and read");
    }

    /** The longest text makes a tree of many small values. */
    @Override
    public long allocatedBytesMax(int inputBytes) {
        return (64L << 20) + 2048L * inputBytes;
    }
}
