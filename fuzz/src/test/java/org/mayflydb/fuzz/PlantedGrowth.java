package org.mayflydb.fuzz;

import java.util.ArrayList;
import java.util.List;

/** A planted fault: a decoder that believes the length that a part announces and reserves as much. */
public final class PlantedGrowth implements FuzzTarget {
    @Override
    public String name() {
        return "planted-growth";
    }

    @Override
    public void run(byte[] input) {
        List<byte[]> parts = new ArrayList<>();
        for (byte length : input) {
            parts.add(new byte[(length & 0xFF) << 16]);
        }
        Claim.holds(parts.size() == input.length, "a part for each length");
    }
}
