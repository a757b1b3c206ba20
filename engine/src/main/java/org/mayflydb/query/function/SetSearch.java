package org.mayflydb.query.function;

import java.util.HashMap;
import java.util.Map;

/**
 * Finds a piece of a LIKE pattern that has sets. One bit for each place of the piece says whether the text read so far ends
 * with the piece up to that place (the shift-and algorithm), so each character of the text takes one operation per 64 places.
 */
final class SetSearch {
    /** How many words of masks are kept: 1 MB. */
    private static final int MASK_WORDS_MAX = 1 << 17;

    private final LikePiece piece;
    private final Meter meter;
    private final int words;

    /** For a character that occurs in the text, the places that accept it. */
    private final Map<Character, long[]> masks = new HashMap<>();

    SetSearch(LikePiece piece, Meter meter) {
        this.piece = piece;
        this.meter = meter;
        this.words = (piece.length() + Long.SIZE - 1) / Long.SIZE;
    }

    /** Where the piece first fits at or after {@code start} so that it ends at or before {@code end}, or -1. */
    int find(String text, int start, int end) {
        long[] reached = new long[words];
        int last = piece.length() - 1;
        for (int at = start; at < end; at++) {
            meter.spend(1 + words / Meter.CHARACTERS_PER_STEP);
            long[] mask = mask(text.charAt(at));
            long carry = 1;
            for (int i = 0; i < words; i++) {
                long shifted = (reached[i] << 1) | carry;
                carry = reached[i] >>> (Long.SIZE - 1);
                reached[i] = shifted & mask[i];
            }
            if ((reached[last / Long.SIZE] & (1L << last)) != 0) {
                return at - last;
            }
        }
        return -1;
    }

    private long[] mask(char letter) {
        long[] known = masks.get(letter);
        if (known != null) {
            return known;
        }
        meter.spendCharacters(piece.weight());
        long[] mask = new long[words];
        for (int place = 0; place < piece.length(); place++) {
            if (piece.accepts(place, letter)) {
                mask[place / Long.SIZE] |= 1L << place;
            }
        }
        if ((masks.size() + 1L) * words > MASK_WORDS_MAX) {
            masks.clear();
        }
        masks.put(letter, mask);
        return mask;
    }
}
