package org.mayflydb.server;

import java.util.function.Supplier;
import org.mayflydb.base.SystemTime;
import org.mayflydb.base.UnsupportedException;
import org.mayflydb.database.Engine;
import org.mayflydb.json.JsonObject;
import org.mayflydb.server.audit.AuditLog;
import org.mayflydb.server.auth.AccountKeys;
import org.mayflydb.server.auth.KeyRing;
import org.mayflydb.server.entra.EntraTokens;

/**
 * What protects a server.
 *
 * @param keys those that are valid
 * @param entra the tokens of Microsoft Entra ID that are valid; closed with the server
 * @param reload reads keys and certificate again, and returns what has changed
 * @param audit closed with the server
 */
public record Protection(KeyRing keys, EntraTokens entra, Supplier<JsonObject> reload, AuditLog audit) {
    /** With keys that never change, no tokens of Microsoft Entra ID, and without an audit log. */
    public static Protection of(AccountKeys keys, Engine engine) {
        KeyRing ring = new KeyRing(keys);
        return new Protection(
                ring,
                new EntraTokens(ring, engine, SystemTime.source()),
                () -> {
                    throw new UnsupportedException("A reload, for which this server has no settings,");
                },
                AuditLog.off());
    }

    void close() {
        entra.close();
        audit.close();
    }
}
