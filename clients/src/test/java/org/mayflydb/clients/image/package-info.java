/**
 * The entry point of the container image, started by the tools that start Microsoft's emulator images. Where there is no
 * container engine, {@link org.mayflydb.clients.image.ProcessEngine} stands in for one: it speaks the part of Docker's API that
 * the tools use, and its containers are processes of this machine.
 */
@NullMarked
package org.mayflydb.clients.image;

import org.jspecify.annotations.NullMarked;
