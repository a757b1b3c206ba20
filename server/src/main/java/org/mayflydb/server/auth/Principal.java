package org.mayflydb.server.auth;

/** Who sent a request, as far as it was proved. */
public sealed interface Principal {

    /**
     * Someone who has a key of the account.
     *
     * @param key its name, such as {@code secondary key}
     */
    record Master(String key, boolean readOnly) implements Principal {}

    /** Someone who was given a resource token. */
    record Token(TokenGrant grant) implements Principal {}
}
