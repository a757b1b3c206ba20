package org.mayflydb.index;

/**
 * How many index entries of an item a write has changed.
 *
 * @param entries all that were put or removed
 * @param values those for values of the item by the policy in force, whether or not the index is being rebuilt
 */
public record EntryChanges(int entries, int values) {}
