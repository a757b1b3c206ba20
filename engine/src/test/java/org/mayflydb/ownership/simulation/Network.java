package org.mayflydb.ownership.simulation;

/** Decides what happens to a call on its way to the store and back. */
interface Network {
    /** The request or the reply never arrives. */
    int LOST = -1;

    /** Milliseconds until the request arrives, or {@link #LOST}. */
    int requestDelay(Call call);

    /** Milliseconds until the reply arrives after that, or {@link #LOST}. */
    int replyDelay(Call call);
}
