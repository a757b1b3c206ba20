/**
 * Who may do what: signatures made with account keys, and resource tokens that permissions hand out.
 *
 * <p>The {@link Authenticator} looks at the authorization header and answers with a {@link Principal}: someone who has one
 * of the {@link AccountKeys}, proved by a {@link Signature}, or someone whom {@link ResourceTokens} made a {@link
 * TokenGrant}. {@link AccessRules} say what the principal may do; they compare resources by resource id, which a {@link
 * LinkResolver} finds, so that a token for a container is worth nothing for another one that later has the same name.
 * {@link PermissionJson} is where tokens come from.
 *
 * <p>Promises: keys and tokens are compared in constant time and never logged; what cannot be verified is 401, what is
 * verified but not allowed is 403. Nothing but the account's keys is needed to verify, so a token outlives the permission
 * it came from, until it expires. Whether a request is one that reads is decided by {@link RequestEffect} alone, and whoever
 * serves it has to see it the same way.
 */
@NullMarked
package org.mayflydb.server.auth;

import org.jspecify.annotations.NullMarked;
