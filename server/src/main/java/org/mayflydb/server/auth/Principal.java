package org.mayflydb.server.auth;

/** Who sent a request, as far as it was proved. */
public sealed interface Principal {

    /**
     * The holder of an account key.
     *
     * @param key its name, such as {@code secondary key}
     */
    record Master(String key, boolean readOnly) implements Principal {}

    /** Someone who was given a resource token. */
    record Token(TokenGrant grant) implements Principal {}

    /** Someone with a token of Microsoft Entra ID, who may do what their roles say. */
    record Directory(DataAccess access) implements Principal {}
}
