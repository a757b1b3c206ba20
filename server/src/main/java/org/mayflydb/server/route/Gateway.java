package org.mayflydb.server.route;

import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.FailureCode;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.base.UnauthorizedException;
import org.mayflydb.base.UnsupportedException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.database.Engine;
import org.mayflydb.database.PartitionOwners;
import org.mayflydb.server.auth.Authenticator;
import org.mayflydb.server.auth.PermissionJson;
import org.mayflydb.server.auth.Principal;
import org.mayflydb.server.protocol.Consistency;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.ResourceAddress;
import org.mayflydb.server.protocol.ResourceType;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.protocol.WireResponse;

/** Answers every request: who asks, for what, and which route knows about it. */
public final class Gateway implements RequestHandler {
    private final Engine engine;
    private final Guard guard;
    private final InstantSource clock;
    private final Executor workers;
    private final Executor queries;
    private final ActivityIds activityIds;
    private final Failures failures;
    private final Failures directFailures;
    private final Route account;
    private final Names names;
    private final Replicas replicas;
    private final Reply.Completion failureSessions;

    /** Null if this server has the store to itself. */
    private final @Nullable OwnerRouting routing;

    private final PartitionTurns turns;
    private final Map<ResourceType, Route> routes = new EnumMap<>(ResourceType.class);

    /** Says who sent a request and whether they may, by throwing if not. */
    @FunctionalInterface
    public interface Guard {
        Principal check(WireRequest request, ResourceAddress address);

        /** The same on an event loop; null if it takes longer than one may compute. */
        default @Nullable Principal checkAtOnce(WireRequest request, ResourceAddress address) {
            return check(request, address);
        }

        /** Has a request wait whose token is signed with an unknown key: see {@link Authenticator#awaitsKeys}. */
        default boolean awaitsKeys(WireRequest request, Runnable again) {
            return false;
        }
    }

    /**
     * What a gateway has others do.
     *
     * @param workers where requests are answered that may have to wait for the store
     * @param writers where writes to items are done, at most one task for each partition at a time
     * @param queries where questions are answered: they may take seconds of computing, which others do not wait for
     * @param later runs tasks that do not block after a short delay
     */
    public record Threads(Executor workers, Executor writers, Executor queries, Executor later) {
        private static final int DELAY_MILLIS = 20;

        /** With a timer of its own. */
        public Threads(Executor workers, Executor writers, Executor queries) {
            this(
                    workers,
                    writers,
                    queries,
                    CompletableFuture.delayedExecutor(DELAY_MILLIS, TimeUnit.MILLISECONDS, Runnable::run));
        }
    }

    /**
     * How the account is set up.
     *
     * @param name which clients see as its id
     * @param endpoint URL that it reports for its region; null for the one that each client used
     * @param consistency of reads that do not ask for a weaker one
     * @param direct where partitions are reached in direct mode
     * @param others servers that share the store
     * @param causesShown whether the response to an unexpected failure says what it was; for tests
     */
    public record Account(
            String name,
            @Nullable String endpoint,
            Consistency consistency,
            DirectEndpoint direct,
            OtherServers others,
            boolean causesShown) {
        /** Causes of failures are only logged, and there are no other servers. */
        public Account(Consistency consistency, DirectEndpoint direct) {
            this("mayfly", null, consistency, direct, OtherServers.UNREACHABLE, false);
        }
    }

    /**
     * @param clock the database's, by which resource tokens expire and queries tell the time
     * @param threads those that requests are answered by if not by the caller's
     */
    public Gateway(
            Engine engine,
            Guard guard,
            PermissionJson permissionJson,
            InstantSource clock,
            Threads threads,
            ActivityIds activityIds,
            Account account) {
        this.engine = engine;
        this.guard = guard;
        this.clock = clock;
        this.workers = threads.workers;
        this.queries = threads.queries;
        this.activityIds = activityIds;
        this.failures = new Failures(account.name, account.causesShown, false);
        this.directFailures = new Failures(account.name, account.causesShown, true);
        this.account = new AccountRoute(account.name, account.endpoint, account.consistency);
        this.names = new Names(engine);
        PartitionOwners owners = engine.owners();
        this.routing = owners == null ? null : new OwnerRouting(owners, account.others, threads.workers);
        this.turns = new PartitionTurns(engine);
        this.replicas = new Replicas(engine, names, routing);
        this.failureSessions = new FailureSessions(engine)::complete;
        SessionGate gate = new SessionGate(account.consistency, threads);
        ExpandedText expanded = ExpandedText.ofHeap();
        BiConsumer<ResourceType, Route> free = (type, route) -> routes.put(type, new TextRoute(route, expanded));
        BiConsumer<ResourceType, Route> paid =
                (type, route) -> routes.put(type, new PaidRoute(new TextRoute(route, expanded), engine.units()));
        free.accept(ResourceType.DATABASE, new DatabaseRoute(engine, names));
        free.accept(ResourceType.CONTAINER, new ContainerRoute(engine, names));
        paid.accept(ResourceType.ITEM, new ItemRoute(engine, threads.writers, account.consistency, gate, expanded));
        paid.accept(ResourceType.OPERATION, new OperationRoute(engine));
        free.accept(ResourceType.PARTITION_KEY_RANGE, new RangeRoute(names));
        free.accept(ResourceType.OFFER, new OfferRoute(engine));
        free.accept(ResourceType.ADDRESS, new AddressRoute(names, account.direct, routing));
        free.accept(ResourceType.CONFLICT, new ConflictRoute(names));
        for (ResourceType script :
                List.of(ResourceType.STORED_PROCEDURE, ResourceType.TRIGGER, ResourceType.USER_DEFINED_FUNCTION)) {
            free.accept(script, new ScriptRoute(script, names));
        }
        free.accept(ResourceType.USER, new UserRoute(engine, names));
        free.accept(ResourceType.CLIENT_ENCRYPTION_KEY, new ClientEncryptionKeyRoute(engine, names));
        free.accept(ResourceType.PERMISSION, new PermissionRoute(engine, names, permissionJson, clock));
    }

    @Override
    public void handle(WireRequest request, Consumer<WireResponse> reply) {
        String sent = request.header(WireHeaders.ACTIVITY_ID);
        String activityId = sent == null ? activityIds.next() : sent;
        String sentTo = request.header(WireHeaders.REPLICA_PATH);
        if (sentTo == null) {
            begin(request, activityId, null, new Reply(reply, failureSessions, activityId, failures));
        } else {
            ReplicaAnswer replica = new ReplicaAnswer(replicas, request, ReplicaPath.parse(sentTo));
            Reply.Completion completion = (response, target) -> replica.complete(response);
            begin(request, activityId, replica, new Reply(reply, completion, activityId, directFailures));
        }
    }

    /** Authentication and access do not depend on the body. They may have to wait for the catalog, which is not done here. */
    @Override
    public @Nullable WireResponse refusal(WireRequest head) {
        if (!engine.isSettled()) {
            return null;
        }
        String sent = head.header(WireHeaders.ACTIVITY_ID);
        try {
            check(head, ResourceAddress.parse(head.path()));
            return null;
        } catch (Throwable failure) {
            boolean keyUnknown = failure instanceof UnauthorizedException refused
                    && refused.code() == FailureCode.TOKEN_SIGNING_KEY_UNKNOWN;
            if (keyUnknown && guard.awaitsKeys(head, () -> {}) && !head.isHead()) {
                return null;
            }
            // A body is not kept until the keys have been read; the client's next attempt finds them.
            boolean direct = head.header(WireHeaders.REPLICA_PATH) != null;
            return (direct ? directFailures : failures).thrown(failure, sent == null ? activityIds.next() : sent);
        }
    }

    private Principal check(WireRequest request, ResourceAddress address) {
        return guard.check(request, subject(request, address));
    }

    private static ResourceAddress subject(WireRequest request, ResourceAddress address) {
        return address.type() == ResourceType.ADDRESS ? AddressRoute.subject(request) : address;
    }

    private void begin(WireRequest request, String activityId, @Nullable ReplicaAnswer replica, Reply reply) {
        if (engine.isSettled()) {
            handle(request, activityId, replica, reply, true);
        } else {
            // Whoever asks the catalog now may have to wait, which an event loop must not.
            handleLater(request, activityId, replica, reply);
        }
    }

    private void handleLater(WireRequest request, String activityId, @Nullable ReplicaAnswer replica, Reply reply) {
        try {
            workers.execute(() -> handle(request, activityId, replica, reply, false));
        } catch (Throwable failure) {
            reply.failed(failure);
        }
    }

    private void handle(
            WireRequest request, String activityId, @Nullable ReplicaAnswer replica, Reply reply, boolean atOnce) {
        try {
            ResourceAddress address = ResourceAddress.parse(request.path());
            Principal sender = atOnce ? guard.checkAtOnce(request, subject(request, address)) : check(request, address);
            if (sender == null) {
                handleLater(request, activityId, replica, reply);
                return;
            }
            Route route = replica == null ? route(address) : replicas.route(address, replica, this::route);
            ItemTarget target = target(request, address, replica);
            reply.resolved(target);
            Exchange exchange = new Exchange(request, address, activityId, reply.failures(), clock, sender, target);
            if (routing == null || replica != null) {
                answerHere(route, exchange, reply);
            } else {
                answerByOwner(routing, route, exchange, reply);
            }
        } catch (MayflyException failure) {
            boolean waits = failure.code() == FailureCode.TOKEN_SIGNING_KEY_UNKNOWN
                    && guard.awaitsKeys(request, () -> handleLater(request, activityId, replica, reply));
            if (!waits) {
                reply.accept(reply.failures().of(failure, activityId));
            }
        } catch (Throwable failure) {
            reply.failed(failure);
        }
    }

    private void answerHere(Route route, Exchange exchange, Consumer<WireResponse> reply) {
        if (!route.isQuick(exchange) || !route.answerAtOnce(exchange, reply)) {
            // In direct mode, the query of a change feed is the body of a list.
            boolean hasQuery = exchange.isQuery()
                    || (exchange.verb() == Verb.GET && exchange.request().body().length > 0);
            Executor threads = hasQuery ? queries : workers;
            threads.execute(() -> answer(route, exchange, reply));
        }
    }

    private void answerByOwner(OwnerRouting owners, Route route, Exchange exchange, Reply reply) {
        PartitionTurns.Turn turn = turns.of(exchange);
        if (turn != null) {
            Reply ofTurn = new Reply(
                    response -> reply.accept(turn.complete(response)),
                    (response, target) -> response,
                    exchange.activityId(),
                    reply.failures());
            handle(turn.request(), exchange.activityId(), null, ofTurn, false);
            return;
        }
        owners.answer(
                exchange,
                to -> {
                    try {
                        answerHere(route, exchange, to);
                    } catch (Throwable failure) {
                        to.accept(exchange.failed(failure));
                    }
                },
                () -> handle(exchange.request(), exchange.activityId(), null, reply, false),
                reply);
    }

    /** Finds the container of a request about items, once. */
    private @Nullable ItemTarget target(WireRequest request, ResourceAddress address, @Nullable ReplicaAnswer replica) {
        ItemTarget known = replica == null ? null : replica.target();
        if (known != null || (address.type() != ResourceType.ITEM && address.type() != ResourceType.OPERATION)) {
            return known;
        }
        return ItemTarget.of(request, container(request, address, replica));
    }

    private ContainerRecord container(WireRequest request, ResourceAddress address, @Nullable ReplicaAnswer replica) {
        ContainerRecord successor = request.isQueryPlan() ? names.successor(address.id(0), address.id(1)) : null;
        if (successor != null) {
            return successor;
        }
        // As in Azure's gateway, reading an item of a missing container is like reading a missing item, and so is a
        // bulk request.
        boolean isRead = request.verb() == Verb.GET && !address.isFeed();
        boolean isBulk = request.isBatch() && !BatchRoute.isTransactional(request);
        return replica == null && (isRead || isBulk)
                ? names.container(address.id(0), address.id(1))
                : names.owningContainer(address.id(0), address.id(1));
    }

    /** Also after an Error, or a client would wait for ever: the thread that this runs on belongs to a pool. */
    private static void answer(Route route, Exchange exchange, Consumer<WireResponse> reply) {
        try {
            route.answer(exchange, reply);
        } catch (Throwable failure) {
            reply.accept(exchange.failed(failure));
        }
    }

    private Route route(ResourceAddress address) {
        if (address.isAccount()) {
            return account;
        }
        ResourceType type = address.type();
        if (type == null || !isWellFormed(address, type)) {
            throw NotFoundException.resource();
        }
        Route route = routes.get(type);
        if (route == null) {
            throw new UnsupportedException("The resource type '" + type.segment() + "'");
        }
        return route;
    }

    /** Whether the types in the path stand where they belong. */
    private static boolean isWellFormed(ResourceAddress address, ResourceType type) {
        int depth = switch (type) {
            case DATABASE, OFFER, ADDRESS -> 0;
            case CONTAINER, USER, CLIENT_ENCRYPTION_KEY -> 1;
            case PERMISSION,
                    ITEM,
                    PARTITION_KEY_RANGE,
                    STORED_PROCEDURE,
                    TRIGGER,
                    USER_DEFINED_FUNCTION,
                    CONFLICT,
                    OPERATION -> 2;
            case ATTACHMENT -> 3;
        };
        if (address.depth() != (address.isFeed() ? depth : depth + 1)) {
            return false;
        }
        String second = type == ResourceType.PERMISSION ? "users" : "colls";
        return (depth < 1 || address.segments().get(0).equals("dbs"))
                && (depth < 2 || address.segments().get(2).equals(second));
    }
}
