package org.mayflydb.app;

/** Gives a person time to read what was just printed. Passed in, so that no test waits. */
@FunctionalInterface
interface Pause {
    Pause NONE = () -> {};

    void take();
}
