package org.mayflydb.server.auth;

/** What the sender of a request may do to the container that the request is for. */
@FunctionalInterface
public interface DataAccess {
    /**
     * Checks an action.
     *
     * @throws org.mayflydb.base.ForbiddenException if it is not allowed
     */
    void check(DataAction action);
}
