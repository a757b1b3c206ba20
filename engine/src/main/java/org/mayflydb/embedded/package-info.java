/**
 * The database inside a Java program: {@link Mayfly} opens it, a {@link Database} holds {@link Container}s, a container
 * holds {@link Item}s.
 *
 * <pre>{@code
 * try (Mayfly mayfly = Mayfly.inMemory()) {
 *     Container sessions = mayfly.createDatabase("shop")
 *             .createContainer(ContainerSpec.named("sessions").partitionKey("/user").defaultTtl(Duration.ofMinutes(20)));
 *     sessions.create("{'id':'s1','user':'ann'}".replace('\'', '"'));
 *     Item session = sessions.read("s1", PartitionKey.of("ann"));
 * }
 * }</pre>
 *
 * <p>What fails throws a subclass of {@link org.mayflydb.base.MayflyException}, which has the service's status and
 * message. All of it may be used by many threads.
 */
@NullMarked
package org.mayflydb.embedded;

import org.jspecify.annotations.NullMarked;
