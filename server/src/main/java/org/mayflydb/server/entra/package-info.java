/**
 * Tokens of Microsoft Entra ID, and what the roles of their holders allow.
 *
 * <p>{@link EntraTokens} is what the rest of the server knows. Depending on {@link EntraSettings}, a token is proved by {@code
 * ValidatedTokens}, with the {@code SigningKeys} that an issuer publishes, or by {@code LocalTokens}, with the keys of the
 * account. {@code EntraRules} then compares what a request needs ({@code NeededActions}) with the {@code Grants} of its
 * sender, which come from {@code Roles}. {@link IdentityEndpoint} issues tokens for tests.
 *
 * <p>Promises: what a token says counts only after its signature has been verified, with an algorithm that the server chooses
 * and not the token. Neither tokens nor their claims are logged. Nothing here waits on an event loop: the keys of an issuer are
 * read by a thread of their own.
 */
@NullMarked
package org.mayflydb.server.entra;

import org.jspecify.annotations.NullMarked;
