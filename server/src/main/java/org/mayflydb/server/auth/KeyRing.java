package org.mayflydb.server.auth;

/**
 * The keys that are valid now. Every request asks again, so a key that is replaced is worth nothing from then on, also on
 * connections that are open.
 */
public final class KeyRing {
    private volatile AccountKeys current;

    public KeyRing(AccountKeys keys) {
        this.current = keys;
    }

    public AccountKeys current() {
        return current;
    }

    public void replace(AccountKeys keys) {
        current = keys;
    }
}
