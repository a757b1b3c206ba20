package org.mayflydb.server.rntbd;

import java.util.ArrayList;
import java.util.List;

/** How a number in a token is written as the text of a header. */
@FunctionalInterface
interface NumberForm {
    /** The number in digits. */
    NumberForm PLAIN = Long::toString;

    /** 1 is true. */
    NumberForm FLAG = number -> number == 0 ? "false" : "true";

    /** A negative number of 32 bits that was sent as an unsigned one. */
    NumberForm SIGNED = number -> Integer.toString((int) number);

    String text(long number);

    /** Names for 0, 1 and so on; an empty name is no header, and what has no name is a number. */
    static NumberForm names(String... names) {
        List<String> known = List.of(names);
        return number -> number < known.size() ? known.get((int) number) : Long.toString(number);
    }

    /** A list of names, the first for the lowest bit. */
    static NumberForm set(String... names) {
        List<String> known = List.of(names);
        return number -> {
            List<String> present = new ArrayList<>();
            for (int i = 0; i < known.size(); i++) {
                if ((number >> i & 1) != 0) {
                    present.add(known.get(i));
                }
            }
            return String.join(",", present);
        };
    }
}
