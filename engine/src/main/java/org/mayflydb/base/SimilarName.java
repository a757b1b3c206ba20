package org.mayflydb.base;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the name that somebody probably meant. */
public final class SimilarName {
    private SimilarName() {}

    /**
     * The name that begins with what was typed, or else the one with the fewest letters to change, insert, remove or swap with
     * the next; null if that would be more than a third of them.
     */
    public static @Nullable String to(String typed, List<String> names) {
        List<String> longer =
                names.stream().filter(name -> name.startsWith(typed)).toList();
        if (longer.size() == 1) {
            return longer.get(0);
        }
        String best = null;
        int fewest = Math.max(1, typed.length() / 3) + 1;
        for (String name : names) {
            int edits = edits(typed, name);
            if (edits < fewest) {
                fewest = edits;
                best = name;
            }
        }
        return best;
    }

    private static int edits(String a, String b) {
        int[][] edits = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    edits[i][j] = i + j;
                    continue;
                }
                boolean same = a.charAt(i - 1) == b.charAt(j - 1);
                edits[i][j] =
                        Math.min(edits[i - 1][j - 1] + (same ? 0 : 1), 1 + Math.min(edits[i - 1][j], edits[i][j - 1]));
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                if (swapped) {
                    edits[i][j] = Math.min(edits[i][j], edits[i - 2][j - 2] + 1);
                }
            }
        }
        return edits[a.length()][b.length()];
    }
}
