package org.mayflydb.app;

/** Says how many there are of something. */
final class CountText {
    private CountText() {}

    /** Such as {@code 1 item} and {@code 2 items}. */
    static String of(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
