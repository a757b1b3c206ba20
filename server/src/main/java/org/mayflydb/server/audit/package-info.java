/**
 * The audit log: who did what to the account, when and with which outcome. {@link AuditHandler} finds the requests that are
 * administrative, {@link AuditLog} takes their records from any thread, and {@link AuditFile} keeps them in a file of bounded
 * size.
 *
 * <p>Promises: no request waits for the log; what cannot be written is counted and reported; no key, token, signature or
 * item gets into it.
 */
@NullMarked
package org.mayflydb.server.audit;

import org.jspecify.annotations.NullMarked;
