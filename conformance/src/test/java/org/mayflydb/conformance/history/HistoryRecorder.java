package org.mayflydb.conformance.history;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps what happened, hands out serial numbers, and knows what the server's clock may show. */
final class HistoryRecorder {
    /** How many milliseconds those who do operations may wait for time to pass. */
    private static final int MOMENTS = 5;

    private final List<Event> events = new ArrayList<>();
    private final int operationsMax;
    private long lastSerial;
    private int handedOut;
    private long earliestSecond;
    private long latestSecond;
    private @Nullable Throwable failure;

    HistoryRecorder(int operationsMax, long second) {
        this.operationsMax = operationsMax;
        this.earliestSecond = second;
        this.latestSecond = second;
    }

    synchronized long nextSerial() {
        return ++lastSerial;
    }

    /** How many operations the caller may do next, and no more than it wants; 0 at the end. */
    synchronized int take(int wanted) {
        int granted = Math.min(wanted, operationsMax - handedOut);
        handedOut += granted;
        return granted;
    }

    synchronized void add(List<Event> more) {
        events.addAll(more);
        notifyAll();
    }

    /** Waits until there are so many events, or all there will be. */
    synchronized void await(int count) throws InterruptedException {
        while (events.size() < Math.min(count, operationsMax) && failure == null) {
            wait();
        }
        if (failure != null) {
            throw new IllegalStateException("Somebody who takes part has given up: " + failure, failure);
        }
    }

    /** Waits for so many more events, but only for a moment; returns true at the end. */
    synchronized boolean awaitFor(int more) throws InterruptedException {
        int count = events.size() + more;
        for (int i = 0; i < MOMENTS && events.size() < count && failure == null; i++) {
            wait(1);
        }
        return failure != null;
    }

    /** Ends all waiting: without somebody it might be for ever. */
    synchronized void giveUp(Throwable reason) {
        failure = reason;
        notifyAll();
    }

    synchronized int size() {
        return events.size();
    }

    synchronized boolean isComplete() {
        return events.size() >= operationsMax;
    }

    synchronized List<Event> events() {
        return List.copyOf(events);
    }

    synchronized void clockWillMoveTo(long second) {
        latestSecond = second;
    }

    synchronized void clockHasMoved() {
        earliestSecond = latestSecond;
    }

    synchronized long earliestSecond() {
        return earliestSecond;
    }

    synchronized long latestSecond() {
        return latestSecond;
    }
}
