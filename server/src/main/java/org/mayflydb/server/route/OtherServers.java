package org.mayflydb.server.route;

import org.jspecify.annotations.Nullable;
import org.mayflydb.database.PartitionOwners.Owner;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;

/** The other servers that share the store, as far as this one reaches them. */
public interface OtherServers {
    /** This server reaches none. */
    OtherServers UNREACHABLE = new OtherServers() {
        @Override
        public void pass(Owner owner, WireRequest request, long millisMax, Sender sender) {
            sender.failed(false);
        }

        @Override
        public @Nullable DirectAddress direct(Owner owner) {
            return null;
        }
    };

    /**
     * Passes a request on, which the other server answers by what it owns. Does not wait.
     *
     * @param millisMax how long an answer is waited for
     * @param sender called once, on any thread
     */
    void pass(Owner owner, WireRequest request, long millisMax, Sender sender);

    /** Where clients in direct mode reach another server; null if they do not. */
    @Nullable
    DirectAddress direct(Owner owner);

    /** What becomes of a request that was passed on. */
    interface Sender {
        void answered(WireResponse response);

        /**
         * There is no response.
         *
         * @param mayHaveBegun false if the other server has certainly not got the request
         */
        void failed(boolean mayHaveBegun);
    }

    /** A host, as clients are told it, and a port. */
    record DirectAddress(String host, int port) {}
}
