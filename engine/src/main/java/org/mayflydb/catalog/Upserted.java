package org.mayflydb.catalog;

/**
 * What an upsert did.
 *
 * @param isNew true if the resource did not exist before
 */
public record Upserted<T>(T resource, boolean isNew) {}
