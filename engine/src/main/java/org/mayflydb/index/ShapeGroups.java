package org.mayflydb.index;

import java.util.List;

/**
 * The shapes of a partition by what their items have at one path. Items under {@link Shapes#OVERFLOW} are in none of the
 * groups.
 *
 * @param scalar a string, number, boolean or null
 * @param undefined nothing
 * @param unknown any of these, as only the items tell
 */
public record ShapeGroups(
        List<Long> scalar, List<Long> array, List<Long> object, List<Long> undefined, List<Long> unknown) {}
