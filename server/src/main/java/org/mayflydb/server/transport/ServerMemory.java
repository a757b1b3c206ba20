package org.mayflydb.server.transport;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.mayflydb.server.protocol.WireRequest;

/**
 * What all connections, of all wires, may hold in memory together: answers that were asked for or that clients have not
 * taken yet, and bodies of requests that are arriving or being worked on.
 *
 * <p>Who comes when nothing is left waits and is not read from meanwhile. While anybody waits, clients that could move and
 * do not are closed after a while, so that nobody can keep the memory by doing nothing. Clients that have shown that they
 * read their answers come first, then new ones with their first answer, so these do not even wait for the others to be
 * closed.
 */
public final class ServerMemory {
    /** Bodies up to here are taken without asking. */
    public static final int SMALL_BODY_BYTES = 4 << 10;

    /** From here on a request is authenticated before its body is read. */
    public static final int LARGE_BODY_BYTES = 16 << 10;

    private static final long BUDGET_BYTES_MIN = 16 << 20;

    /** How many times, within the patience, a waiting connection has those that hold memory checked. */
    private static final int LOOKS = 5;

    private final ByteBudget answers;
    private final ByteBudget bodies;
    private final long connectionAnswerBytes;
    private final Duration patience;
    private final Set<ConnectionMemory> connections = ConcurrentHashMap.newKeySet();
    private final LongSupplier nanoTime;
    private final AtomicLong lookedNanos;

    /**
     * @param answerBytes of answers that are asked for or not taken yet
     * @param bodyBytes of bodies that are arriving or being worked on
     * @param connectionAnswerBytes of answers of one connection; beyond it the connection is not read
     * @param patience how long a client may stand still while others wait; half as long if it has yet to show that it reads
     */
    public ServerMemory(long answerBytes, long bodyBytes, long connectionAnswerBytes, Duration patience) {
        this(answerBytes, bodyBytes, connectionAnswerBytes, patience, System::nanoTime);
    }

    /** @param nanoTime the clock of all connections */
    public ServerMemory(
            long answerBytes, long bodyBytes, long connectionAnswerBytes, Duration patience, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.lookedNanos = new AtomicLong(nanoTime.getAsLong());
        this.answers = new ByteBudget(answerBytes);
        this.bodies = new ByteBudget(bodyBytes);
        this.connectionAnswerBytes = connectionAnswerBytes;
        this.patience = patience;
    }

    /** A quarter of the heap for answers, of which making one takes about three times its size, and an eighth for bodies. */
    public static ServerMemory ofHeap() {
        long heap = Runtime.getRuntime().maxMemory();
        long answerBytes = Math.max(BUDGET_BYTES_MIN, heap / 4);
        return new ServerMemory(
                answerBytes,
                Math.max(BUDGET_BYTES_MIN, heap / 8),
                Math.max(2 * WireRequest.PAGE_BYTES_MAX, answerBytes / 4),
                Duration.ofSeconds(2));
    }

    public ByteBudget answers() {
        return answers;
    }

    public ByteBudget bodies() {
        return bodies;
    }

    long connectionAnswerBytes() {
        return connectionAnswerBytes;
    }

    Duration patience() {
        return patience;
    }

    /** The clock of all connections. Event loops have one only since Netty 4.2, and embedders may have 4.1. */
    long nanoTime() {
        return nanoTime.getAsLong();
    }

    void add(ConnectionMemory connection) {
        connections.add(connection);
    }

    void remove(ConnectionMemory connection) {
        connections.remove(connection);
    }

    /** How often a connection that waits asks for {@link #closeStalled}. */
    Duration lookPause() {
        return patience.dividedBy(LOOKS);
    }

    /** Has every connection look whether its client stands still, but not again for each one that waits. */
    void closeStalled() {
        long now = nanoTime();
        long before = lookedNanos.get();
        if (now - before >= lookPause().toNanos() / 2 && lookedNanos.compareAndSet(before, now)) {
            connections.forEach(ConnectionMemory::look);
        }
    }
}
