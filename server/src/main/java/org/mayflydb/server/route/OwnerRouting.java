package org.mayflydb.server.route;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.FailureCode;
import org.mayflydb.base.GoneException;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.base.UnsupportedException;
import org.mayflydb.database.PartitionOwners;
import org.mayflydb.database.PartitionOwners.Owner;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.server.protocol.ResourceType;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.protocol.WireResponse;

/**
 * Has requests of the gateway answered by the server that owns what they are about, where servers share the store. While a partition
 * moves, its owner is looked for again and again, and no thread waits.
 */
final class OwnerRouting {
    /** An owner that dies has a successor after 10 to 15 s. Clients give up after a minute. */
    private static final long PATIENCE_MILLIS = 25_000;

    /** A server that hangs must not use up the patience: its successor may answer by then. */
    private static final long ANSWER_MILLIS_MAX = 10_000;

    /** Changes of the catalog wait until all servers go by them. */
    private static final long CHANGE_MILLIS_MAX = 60_000;

    private static final long PAUSE_MILLIS = 20;
    private static final long PAUSE_MILLIS_MAX = 500;

    /** Bounds what waiting requests keep in memory; further ones are refused without waiting. */
    private static final int WAITING_MAX = 1000;

    private final PartitionOwners owners;
    private final OtherServers others;
    private final Executor workers;
    private final AtomicInteger waiting = new AtomicInteger();

    OwnerRouting(PartitionOwners owners, OtherServers others, Executor workers) {
        this.owners = owners;
        this.others = others;
        this.workers = workers;
    }

    /** Returns true if another server has passed the request on: that one looks for the owner, if it is not this one. */
    static boolean isPassedOn(WireRequest request) {
        return request.header(WireHeaders.PASSED_ON) != null;
    }

    /**
     * Answers a request, here or elsewhere. May read the store.
     *
     * @param here answers it by what this server owns
     * @param again handles the request once more from the beginning
     */
    void answer(Exchange exchange, Consumer<Consumer<WireResponse>> here, Runnable again, Reply reply) {
        List<PartitionSpec> asked = asked(exchange);
        if (isPassedOn(exchange.request())) {
            asked.forEach(owners::take);
            here.accept(reply);
            return;
        }
        new Attempt(exchange, asked, here, again, reply).begin();
    }

    /** The partitions whose owners can answer; none if every server can. */
    private List<PartitionSpec> asked(Exchange exchange) {
        ResourceType type = exchange.address().type();
        if (exchange.itemTarget() != null) {
            return exchange.request().isQueryPlan() ? List.of() : partitions(exchange);
        }
        boolean isCatalog = type != null
                && switch (type) {
                    case DATABASE, CONTAINER, USER, PERMISSION, CLIENT_ENCRYPTION_KEY, OFFER -> true;
                    default -> false;
                };
        return isCatalog && changes(exchange) ? List.of(owners.system()) : List.of();
    }

    /** A request whose key or range is no good is refused by any server. */
    private static List<PartitionSpec> partitions(Exchange exchange) {
        try {
            List<PartitionSpec> partitions = exchange.target().partitions();
            boolean lacksKey = partitions.size() > 1
                    && exchange.target().scope().isWhole()
                    && changes(exchange)
                    && !exchange.request().isBatch();
            return lacksKey ? List.of() : partitions;
        } catch (MayflyException refused) {
            return List.of();
        }
    }

    private static boolean changes(Exchange exchange) {
        return exchange.verb() != Verb.GET && exchange.verb() != Verb.HEAD && !exchange.isQuery();
    }

    private static boolean isMoved(WireResponse response) {
        if (response.status() != FailureCode.COMPLETING_MOVE.status()) {
            return false;
        }
        String subStatus = response.header(WireHeaders.SUB_STATUS);
        return Integer.toString(FailureCode.COMPLETING_MOVE.subStatus()).equals(subStatus)
                || Integer.toString(FailureCode.COMPLETING_SPLIT.subStatus()).equals(subStatus);
    }

    /** One try to have a request answered. */
    private final class Attempt implements OtherServers.Sender {
        private final Exchange exchange;
        private final List<PartitionSpec> asked;
        private final Consumer<Consumer<WireResponse>> here;
        private final Runnable again;
        private final Reply reply;

        Attempt(
                Exchange exchange,
                List<PartitionSpec> asked,
                Consumer<Consumer<WireResponse>> here,
                Runnable again,
                Reply reply) {
            this.exchange = exchange;
            this.asked = asked;
            this.here = here;
            this.again = again;
            this.reply = reply;
        }

        void begin() {
            if (asked.stream().allMatch(owners::isHere)) {
                if (exchange.itemTarget() == null) {
                    // Another server may have changed it just now.
                    owners.readCatalog();
                }
                here.accept(this::answered);
                return;
            }
            Owner owner = null;
            for (PartitionSpec partition : asked) {
                Owner of = owners.of(partition);
                if (of == null) {
                    failed(false);
                    return;
                }
                if (owner != null && !owner.id().equals(of.id())) {
                    throw new UnsupportedException("A request of this kind over partitions of several servers");
                }
                owner = of;
            }
            passTo(Objects.requireNonNull(owner));
        }

        private void passTo(Owner owner) {
            if (owner.isHere()) {
                asked.forEach(owners::take);
                here.accept(this::answered);
            } else {
                long millisMax = exchange.itemTarget() == null
                        ? CHANGE_MILLIS_MAX
                        : Math.min(reply.patience(PATIENCE_MILLIS), ANSWER_MILLIS_MAX);
                others.pass(owner, exchange.request(), millisMax, this);
            }
        }

        @Override
        public void answered(WireResponse response) {
            if (isMoved(response)) {
                lookAgain();
            } else {
                reply.accept(response);
            }
        }

        @Override
        public void failed(boolean mayHaveBegun) {
            if (mayHaveBegun && changes(exchange)) {
                reply.failed(
                        new UnavailableException(
                                "The outcome of the request is unknown: the server that it was passed on to has not answered."));
            } else {
                lookAgain();
            }
        }

        private void lookAgain() {
            asked.forEach(owners::forget);
            long left = reply.patience(PATIENCE_MILLIS);
            if (left <= 0 || waiting.incrementAndGet() > WAITING_MAX) {
                if (left > 0) {
                    waiting.decrementAndGet();
                }
                reply.failed(new UnavailableException("No server serves the partition of the request at present."));
                return;
            }
            long pause = Math.min(PAUSE_MILLIS << Math.min(reply.countTry(), 10), PAUSE_MILLIS_MAX);
            try {
                CompletableFuture.delayedExecutor(pause, TimeUnit.MILLISECONDS, Runnable::run)
                        .execute(this::resume);
            } catch (RuntimeException | Error failure) {
                waiting.decrementAndGet();
                reply.failed(failure);
            }
        }

        /** On the thread of a timer, which waits for nothing. */
        private void resume() {
            waiting.decrementAndGet();
            try {
                workers.execute(this::handleAgain);
            } catch (RuntimeException | Error failure) {
                reply.failed(failure);
            }
        }

        private void handleAgain() {
            try {
                owners.readCatalog();
            } catch (RuntimeException | Error failure) {
                reply.failed(failure);
                return;
            }
            again.run();
        }
    }

    /** Where clients in direct mode reach the owner of a partition; null if that is this server. */
    OtherServers.@Nullable DirectAddress direct(PartitionSpec partition) {
        owners.forget(partition);
        Owner owner = owners.isHere(partition) ? null : owners.of(partition);
        if (owners.isHere(partition) || (owner != null && owner.isHere())) {
            return null;
        }
        OtherServers.DirectAddress address = owner == null ? null : others.direct(owner);
        if (address == null) {
            throw GoneException.moved();
        }
        return address;
    }

    /** Has this server own the partition that a client in direct mode asks it for, if nobody else does. */
    void takeFor(PartitionSpec partition) {
        owners.take(partition);
        if (!owners.isHere(partition)) {
            throw GoneException.moved();
        }
    }

    PartitionSpec system() {
        return owners.system();
    }
}
