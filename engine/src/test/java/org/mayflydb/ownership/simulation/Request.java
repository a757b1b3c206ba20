package org.mayflydb.ownership.simulation;

/** A request of a client. */
final class Request {
    enum Kind {
        READ,
        QUERY,
        WRITE,
        CREATE,
        DELETE,
        PURGE
    }

    final Kind kind;
    final String container;
    final int key;
    final int ttl;

    /** The event in which it began, and the newest acknowledged catalog at that time. */
    final long begun;

    final long acknowledgedVersion;

    Request(Simulation simulation, Kind kind, String container, int key, int ttl) {
        this.kind = kind;
        this.container = container;
        this.key = key;
        this.ttl = ttl;
        this.begun = simulation.events();
        this.acknowledgedVersion = simulation.invariants().acknowledgedVersion();
    }

    @Override
    public String toString() {
        return kind + " of key " + key + " begun in event " + begun;
    }
}
