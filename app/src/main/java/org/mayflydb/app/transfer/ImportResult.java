package org.mayflydb.app.transfer;

import org.jspecify.annotations.Nullable;

/**
 * What an import has done, with the runs before that were interrupted.
 *
 * @param written how many items were written
 * @param skipped how many were there already and left alone
 * @param expired how many were left out because their deadline had passed
 * @param failed how many could not be imported
 * @param stopped why it ended before the end, with the number of the line; null if it did not
 */
public record ImportResult(
        long written,
        long skipped,
        long expired,
        long failed,
        @Nullable String stopped) {}
