package org.mayflydb.query.function;

import java.util.ArrayList;
import java.util.List;

/**
 * The pattern of LIKE: {@code %} is any run of characters, {@code _} is one, {@code [a-f]} one of these, {@code [^a-f]}
 * one of all others; everything else is itself, and so is what follows the escape character. A bracket that is never
 * closed is itself too. The whole text must match.
 *
 * <p>The runs cut the pattern into pieces of fixed length. The first and the last are tied to the ends of the text, and
 * each of the others may be taken where it first fits, because what follows then has the most room. So nothing is tried
 * twice: a match reads the text once, see {@link LikePiece#find}.
 */
public final class LikePattern {
    private final List<LikePiece> pieces;

    private LikePattern(List<LikePiece> pieces) {
        this.pieces = pieces;
    }

    /** A pattern without an escape character. */
    public static LikePattern compile(String pattern, Meter meter) {
        return new LikePattern(new Reader(pattern, -1, meter).pieces());
    }

    /** A pattern in which the character after {@code escape} is itself. */
    public static LikePattern compile(String pattern, char escape, Meter meter) {
        return new LikePattern(new Reader(pattern, escape, meter).pieces());
    }

    /** Returns true if the whole text matches; the work is charged to the meter. */
    public boolean matches(String text, Meter meter) {
        meter.spend(1 + text.length() / Meter.CHARACTERS_PER_STEP);
        LikePiece first = pieces.get(0);
        if (pieces.size() == 1) {
            return text.length() == first.length() && first.fits(text, 0);
        }
        LikePiece last = pieces.get(pieces.size() - 1);
        int end = text.length() - last.length();
        if (first.length() > end || !first.fits(text, 0) || !last.fits(text, end)) {
            return false;
        }
        int start = first.length();
        for (LikePiece piece : pieces.subList(1, pieces.size() - 1)) {
            int found = piece.find(text, start, end, meter);
            if (found < 0) {
                return false;
            }
            start = found + piece.length();
        }
        return true;
    }

    /** Cuts the text of a pattern into its pieces. */
    private static final class Reader {
        private final String pattern;
        private final int escape;
        private final Meter meter;
        private final List<LikePiece> pieces = new ArrayList<>();
        private LikePiece.Builder piece = new LikePiece.Builder();
        private int place;

        /** Where the first bracket stands that is never closed; no later one is closed either. */
        private int unclosed = Integer.MAX_VALUE;

        Reader(String pattern, int escape, Meter meter) {
            this.pattern = pattern;
            this.escape = escape;
            this.meter = meter;
        }

        List<LikePiece> pieces() {
            meter.spend(1 + pattern.length() / Meter.CHARACTERS_PER_STEP);
            while (place < pattern.length()) {
                char next = pattern.charAt(place++);
                if (next == escape && place < pattern.length()) {
                    piece.letter(pattern.charAt(place++));
                } else if (next == '%') {
                    pieces.add(piece.build());
                    piece = new LikePiece.Builder();
                } else if (next == '_') {
                    piece.oneOf(LetterSet.ANY);
                } else if (next != '[' || !readSet()) {
                    piece.letter(next);
                }
            }
            pieces.add(piece.build());
            return pieces;
        }

        /** Reads what follows an opening bracket; reads nothing if the bracket is never closed. */
        private boolean readSet() {
            int start = place;
            if (start > unclosed) {
                return false;
            }
            boolean inverted = place < pattern.length() && pattern.charAt(place) == '^';
            if (inverted) {
                place++;
            }
            StringBuilder ranges = new StringBuilder();
            while (place < pattern.length() && pattern.charAt(place) != ']') {
                char lower = readMember();
                boolean range = place + 1 < pattern.length()
                        && pattern.charAt(place) == '-'
                        && pattern.charAt(place + 1) != ']';
                if (range) {
                    place++;
                }
                ranges.append(lower).append(range ? readMember() : lower);
            }
            if (place == pattern.length()) {
                meter.spendCharacters(place - start);
                // As an escape character, a hyphen reads differently inside and outside of brackets.
                unclosed = escape == '-' ? unclosed : start;
                place = start;
                return false;
            }
            place++;
            piece.oneOf(new LetterSet(ranges.toString(), inverted));
            return true;
        }

        private char readMember() {
            char next = pattern.charAt(place++);
            return next == escape && place < pattern.length() ? pattern.charAt(place++) : next;
        }
    }
}
