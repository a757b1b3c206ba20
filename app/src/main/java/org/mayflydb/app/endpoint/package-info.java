/**
 * A small client for any endpoint that speaks Azure Cosmos DB for NoSQL: this server, or the service itself.
 *
 * <p>A {@link Connection} says where it is and with which key; {@link ConnectionOptions} makes one of the command line and
 * of the environment. An {@link Endpoint} sends an {@link ApiCall} and gets an {@link Answer}. On top of it stand the {@link
 * Account} with its databases and containers, the {@link RemoteContainer} with its items, queries and lists, and the {@link
 * AdminApi}, which only this server has.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>What fails is an {@link EndpointException}, whose message is one sentence for people and which knows the exit code
 *       of the command. What cannot be used as it was typed is a {@link org.mayflydb.base.BadRequestException}.
 *   <li>A request that is told to come again later is sent again after the time that it was told, a bounded number of
 *       times.
 *   <li>An untrusted certificate is accepted only from this machine. The key itself, which the admin API
 *       wants to see, is sent to nobody but a server that has said that it is Mayfly, and never in the clear to another
 *       machine.
 * </ul>
 */
@NullMarked
package org.mayflydb.app.endpoint;

import org.jspecify.annotations.NullMarked;
