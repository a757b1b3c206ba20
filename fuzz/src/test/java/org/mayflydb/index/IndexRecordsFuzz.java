package org.mayflydb.index;

import java.util.Arrays;
import java.util.List;
import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.Decoded;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.fuzz.Parts;
import org.mayflydb.storage.KeyValue;

/** Entries, shapes and the state of an index are read as they were written, or reported as damaged. */
public final class IndexRecordsFuzz implements FuzzTarget {
    @Override
    public String name() {
        return "index-records";
    }

    @Override
    public long allocatedBytesMax(int inputBytes) {
        return (16L << 20) + 8192L * inputBytes;
    }

    @Override
    public void run(byte[] input) {
        byte[] value = Parts.rest(input);
        switch (Parts.choice(input, 3)) {
            case 0 ->
                Decoded.fromStore(() -> {
                    IndexEntry entry = IndexEntry.decode(new KeyValue(value, new byte[0]));
                    Claim.holds(entry.code().length < value.length, "a part of the key");
                    return entry.code().length == 0 ? null : entry.value();
                });
            case 1 -> {
                ItemShape shape = Decoded.fromStore(() -> ItemShape.decode(value));
                if (shape != null) {
                    Claim.holds(shape.isSame(ItemShape.decode(shape.encode())), "the same shape");
                }
            }
            default -> {
                IndexState state = Decoded.fromStore(() -> IndexState.decode(value, List.of()));
                if (state != null) {
                    byte[] encoded = state.encode();
                    Claim.holds(
                            Arrays.equals(
                                    encoded,
                                    IndexState.decode(encoded, List.of()).encode()),
                            "the same state");
                }
            }
        }
    }
}
