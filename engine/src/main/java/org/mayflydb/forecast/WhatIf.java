package org.mayflydb.forecast;

/**
 * What another time to live would do.
 *
 * @param present by the time to live in force
 * @param proposed by the other one
 * @param removed what can be read now and could not any more from the moment of the change
 * @param broughtBack what has expired, is not purged yet, and could be read again
 */
public record WhatIf(Forecast present, Forecast proposed, Amount removed, Amount broughtBack) {}
