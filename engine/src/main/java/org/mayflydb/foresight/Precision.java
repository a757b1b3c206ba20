package org.mayflydb.foresight;

/**
 * How true the numbers of an answer are. Items written while it was made may count or not.
 *
 * @param exact whether every item was looked at that may expire
 * @param entries how many were looked at
 * @param errorItems by how many items a number may be off, with a certainty of nineteen in twenty; 0 if all are exact
 * @param errorBytes the same for bytes
 */
public record Precision(boolean exact, long entries, long errorItems, long errorBytes) {}
