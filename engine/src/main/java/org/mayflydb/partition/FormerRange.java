package org.mayflydb.partition;

import org.mayflydb.key.EpkRange;

/** A range that an earlier container of the same name had, and that clients with an outdated cache may still ask for. */
public record FormerRange(int rangeId, EpkRange range) {}
