package org.mayflydb.query.function;

/**
 * What a function does not go beyond: a larger result is undefined. Functions nest, so without these a short query could
 * double a text until memory is full. A page of results holds at most 4 MB, so nothing above could be returned.
 */
final class Limits {
    static final int TEXT_CHARACTERS_MAX = 4 * 1024 * 1024;

    static final int ELEMENTS_MAX = 1024 * 1024;

    /** The service's own limit, which is far lower. */
    static final int REPLICATE_CHARACTERS_MAX = 10_000;

    private Limits() {}
}
