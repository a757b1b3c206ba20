package org.mayflydb.storage;

/** Which way a scan walks. */
public enum Direction {
    FORWARD,
    BACKWARD
}
