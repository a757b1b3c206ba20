package org.mayflydb.server;

import java.util.function.Supplier;
import org.mayflydb.base.UnsupportedException;
import org.mayflydb.json.JsonObject;
import org.mayflydb.server.audit.AuditLog;
import org.mayflydb.server.auth.AccountKeys;
import org.mayflydb.server.auth.KeyRing;

/**
 * What protects a server.
 *
 * @param keys those that are valid
 * @param reload reads keys and certificate again, and returns what has changed
 * @param audit closed with the server
 */
public record Protection(KeyRing keys, Supplier<JsonObject> reload, AuditLog audit) {
    /** With keys that never change, and without an audit log. */
    public static Protection of(AccountKeys keys) {
        return new Protection(
                new KeyRing(keys),
                () -> {
                    throw new UnsupportedException("A reload, for which this server has no settings,");
                },
                AuditLog.off());
    }
}
