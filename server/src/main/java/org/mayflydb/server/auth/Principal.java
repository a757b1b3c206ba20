package org.mayflydb.server.auth;

/** Who sent a request, as far as it was proved. */
public sealed interface Principal {

    /** Someone who has a key of the account. */
    record Master(boolean readOnly) implements Principal {
        static final Master OWNER = new Master(false);
        static final Master READER = new Master(true);
    }

    /** Someone who was given a resource token. */
    record Token(TokenGrant grant) implements Principal {}
}
