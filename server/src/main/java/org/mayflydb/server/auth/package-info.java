/**
 * Who may do what: signatures made with account keys, and resource tokens that permissions hand out.
 *
 * <p>Promises: keys and tokens are compared in constant time and never logged; what cannot be verified is 401, what is
 * verified but not allowed is 403.
 */
@NullMarked
package org.mayflydb.server.auth;

import org.jspecify.annotations.NullMarked;
