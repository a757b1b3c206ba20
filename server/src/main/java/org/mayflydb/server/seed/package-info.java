/**
 * Fills a database from a directory before the server listens.
 *
 * <p>A {@link SeedDirectory} has a subdirectory for each database and in it a {@link SeedFile} for each container. A {@link
 * SeedReader} reads such a file without keeping more than one value in memory.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>A container that exists is left unchanged, except that a seeding that was killed is completed.
 *   <li>A file with an error in it creates nothing.
 * </ul>
 */
@NullMarked
package org.mayflydb.server.seed;

import org.jspecify.annotations.NullMarked;
