/**
 * The request units that containers spend: {@link org.mayflydb.units.UnitAccounts} admits requests and books their charges,
 * a {@link org.mayflydb.units.UnitLedger} holds the units of one partition and second, and {@link
 * org.mayflydb.units.UnitsSpent} counts what a container has spent since the engine was opened.
 */
@NullMarked
package org.mayflydb.units;

import org.jspecify.annotations.NullMarked;
