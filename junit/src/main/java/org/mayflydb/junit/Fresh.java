package org.mayflydb.junit;

/** How long a database and its clock are used before the next ones take their place. */
public enum Fresh {
    /** Each test, and each invocation of a repeated or parameterized one, has its own. */
    FOR_EACH_TEST,

    /** All tests of a class share one, also those of the classes that are nested in it. */
    FOR_EACH_CLASS
}
