package org.mayflydb.conformance.history;

/** Where the server is at present. Who finds it dead waits here for the next one. */
final class Door {
    private int port;
    private int generation;

    /** @param generation how many servers there have been */
    record Place(int port, int generation) {}

    synchronized void open(int newPort) {
        port = newPort;
        generation++;
        notifyAll();
    }

    synchronized Place present() throws InterruptedException {
        return after(0);
    }

    /** The first server after those. */
    synchronized Place after(int generations) throws InterruptedException {
        while (generation <= generations) {
            wait();
        }
        return new Place(port, generation);
    }
}
