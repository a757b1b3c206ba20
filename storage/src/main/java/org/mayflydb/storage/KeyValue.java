package org.mayflydb.storage;

/** An entry found by a scan; the arrays belong to the caller. */
@SuppressWarnings("ArrayRecordComponent") // a carrier of bytes that is never compared
public record KeyValue(byte[] key, byte[] value) {}
