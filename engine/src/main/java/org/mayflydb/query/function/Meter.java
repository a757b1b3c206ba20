package org.mayflydb.query.function;

/** Counts the work of functions, so that no call outlasts the limits of its query. */
@FunctionalInterface
public interface Meter {
    /** How many characters are read, compared or written in about the time of one step. */
    int CHARACTERS_PER_STEP = 16;

    /** Counts steps, each about the work of looking at one small value; throws if the query may take no more. */
    void spend(long steps);

    /** Counts work on characters; a handful are free. */
    default void spendCharacters(long characters) {
        if (characters >= CHARACTERS_PER_STEP) {
            spend(characters / CHARACTERS_PER_STEP);
        }
    }
}
