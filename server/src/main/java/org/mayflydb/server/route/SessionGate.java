package org.mayflydb.server.route;

import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.item.Items;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.server.protocol.Consistency;
import org.mayflydb.server.protocol.SessionToken;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;

/**
 * Keeps a read from returning an older state than its session token asks for. A read whose token is ahead of its partition is
 * tried again for a short time and then returns 404 with sub-status 1002. No thread waits meanwhile.
 */
final class SessionGate {
    private static final int TRIES_MAX = 5;

    /** Bounds what waiting requests keep in memory; further ones are refused without waiting. */
    private static final int WAITING_MAX = 1000;

    private final Consistency account;
    private final Gateway.Threads threads;
    private final AtomicInteger waiting = new AtomicInteger();

    /**
     * @param account the consistency of reads that do not ask for another one
     * @param threads run reads that were held back
     */
    SessionGate(Consistency account, Gateway.Threads threads) {
        this.account = account;
        this.threads = threads;
    }

    /**
     * Returns true if the partitions that the request asks have reached its session token, or if it has none.
     *
     * @throws org.mayflydb.base.BadRequestException if the token is malformed
     */
    boolean isOpen(Exchange exchange, Items items) {
        String token = exchange.request().header(WireHeaders.SESSION_TOKEN);
        return token == null || !isEnforced(exchange.request()) || isReached(token, exchange.target(), items);
    }

    /** As in Azure Cosmos DB, only session consistency looks at the token. */
    private boolean isEnforced(WireRequest request) {
        String asked = request.header(WireHeaders.CONSISTENCY_LEVEL);
        return (asked == null ? account : Consistency.ofWireName(asked)) == Consistency.SESSION;
    }

    private static boolean isReached(String token, ItemTarget target, Items items) {
        for (PartitionSpec partition : target.partitions()) {
            long required = SessionToken.requiredLsn(token, partition::continuesRange);
            OptionalLong lsn = items.lastLsn(partition.rangeId());
            // A partition that was split meanwhile has left its LSNs to its children.
            if (lsn.isPresent() && lsn.getAsLong() < required) {
                return false;
            }
        }
        return true;
    }

    /**
     * Runs an action on another thread once the gate is open, or replies that the session is not available.
     *
     * @param action replies, or throws what becomes the response
     */
    void await(Exchange exchange, Items items, Runnable action, Consumer<WireResponse> reply) {
        if (waiting.incrementAndGet() > WAITING_MAX) {
            waiting.decrementAndGet();
            throw NotFoundException.readSession();
        }
        new Attempt(exchange, items, action, reply).schedule(TRIES_MAX);
    }

    private final class Attempt {
        private final Exchange exchange;
        private final Items items;
        private final Runnable action;
        private final Consumer<WireResponse> reply;

        Attempt(Exchange exchange, Items items, Runnable action, Consumer<WireResponse> reply) {
            this.exchange = exchange;
            this.items = items;
            this.action = action;
            this.reply = reply;
        }

        void schedule(int tries) {
            try {
                threads.later().execute(() -> look(tries));
            } catch (RuntimeException | Error failure) {
                fail(failure);
            }
        }

        /** Runs on the thread of a timer, which must not wait for anything. */
        private void look(int tries) {
            try {
                if (isOpen(exchange, items)) {
                    Executor free = exchange.isQuery() ? threads.queries() : threads.workers();
                    free.execute(this::run);
                    waiting.decrementAndGet();
                } else if (tries > 1) {
                    schedule(tries - 1);
                } else {
                    throw NotFoundException.readSession();
                }
            } catch (RuntimeException | Error failure) {
                fail(failure);
            }
        }

        private void fail(Throwable failure) {
            waiting.decrementAndGet();
            reply.accept(exchange.failed(failure));
        }

        private void run() {
            try {
                action.run();
            } catch (RuntimeException | Error failure) {
                reply.accept(exchange.failed(failure));
            }
        }
    }
}
