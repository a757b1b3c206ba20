/**
 * What Microsoft's emulator images take, in Mayfly's terms: {@link org.mayflydb.app.emulator.EmulatorOption} lists their
 * variables and arguments, and {@link org.mayflydb.app.emulator.EmulatorSettings} translates them into settings of the server.
 */
@NullMarked
package org.mayflydb.app.emulator;

import org.jspecify.annotations.NullMarked;
