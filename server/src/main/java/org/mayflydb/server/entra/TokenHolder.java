package org.mayflydb.server.entra;

/**
 * Who sent a request, as a token has proved it.
 *
 * @param objectId the principal in Entra ID
 * @param groupsLeftOut whether groups may be missing, and with them grants
 */
record TokenHolder(String objectId, boolean groupsLeftOut, Grants grants) {
    /** Whoever prints it by mistake gives nothing away. */
    @Override
    public String toString() {
        return "TokenHolder";
    }
}
