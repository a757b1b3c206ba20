/**
 * What a container is made of: its properties and policies, as clients send them and get them back.
 *
 * <p>{@link ContainerProperties} is the whole, immutable. It holds a {@link org.mayflydb.key.PartitionKeyDefinition}, an
 * {@link IndexingPolicy}, a {@link UniqueKeyPolicy}, a default {@link TimeToLive}, and policies that are only kept.
 *
 * <p>A {@link Catalog} has the databases, their containers and their {@link Users}; a user holds {@link Permissions},
 * each of which opens one resource of the database to whoever is given a token for it.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>What was accepted is complete: omitted policies are written out with their defaults, and reading the written
 *       form again gives the same properties.
 *   <li>What is not understood is refused by name; nothing is silently dropped, except the system properties that
 *       clients echo and the legacy index kinds that mean nothing any more.
 *   <li>A replace is whole: what is omitted goes back to its default, unless it can never change.
 * </ul>
 */
@NullMarked
package org.mayflydb.catalog;

import org.jspecify.annotations.NullMarked;
