package org.mayflydb.query.function;

import java.util.Arrays;

/** Levenshtein's distance, as far as it is small: only the cells near the diagonal of his table are filled. */
final class EditDistance {
    private EditDistance() {}

    /** Whether so many insertions, deletions and replacements of characters, or fewer, make one of the other. */
    static boolean isWithin(int distance, String one, String other) {
        if (Math.abs(one.length() - other.length()) > distance) {
            return false;
        }
        // Cell i of a row stands for the column row - distance + i.
        int width = 2 * distance + 1;
        int[] above = new int[width];
        for (int i = 0; i < width; i++) {
            above[i] = Math.abs(i - distance);
        }
        for (int row = 1; row <= one.length(); row++) {
            int[] cells = new int[width];
            Arrays.fill(cells, distance + 1);
            for (int i = 0; i < width; i++) {
                int column = row - distance + i;
                if (column >= 0 && column <= other.length()) {
                    cells[i] = cell(one, other, row, column, i, above, cells);
                }
            }
            above = cells;
        }
        return above[other.length() - one.length() + distance] <= distance;
    }

    private static int cell(String one, String other, int row, int column, int i, int[] above, int[] left) {
        if (column == 0) {
            return row;
        }
        int replaced = above[i] + (one.charAt(row - 1) == other.charAt(column - 1) ? 0 : 1);
        int deleted = i + 1 < above.length ? above[i + 1] + 1 : Integer.MAX_VALUE;
        int inserted = i > 0 ? left[i - 1] + 1 : Integer.MAX_VALUE;
        return Math.min(replaced, Math.min(deleted, inserted));
    }
}
