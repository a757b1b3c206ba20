package org.mayflydb.forecast;

/**
 * How true the numbers of an answer are. Items written while it was made may count or not.
 *
 * @param exact whether every item was looked at that may expire
 * @param entries how many were looked at
 * @param errorItems margin of error in items at 95 % confidence; 0 if all numbers are exact
 * @param errorBytes the same for bytes
 */
public record Precision(boolean exact, long entries, long errorItems, long errorBytes) {}
