package org.mayflydb.fuzz;

/** A planted fault: a decoder of length-prefixed parts that stays where it is at a part without length. */
public final class PlantedLoop implements FuzzTarget {
    @Override
    public String name() {
        return "planted-loop";
    }

    @Override
    public void run(byte[] input) {
        int place = 0;
        while (place < input.length) {
            place += input[place] & 0x7F;
        }
    }
}
