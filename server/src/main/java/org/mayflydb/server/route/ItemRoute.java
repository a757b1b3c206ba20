package org.mayflydb.server.route;

import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.base.UnsupportedException;
import org.mayflydb.batch.BatchOperation;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.database.Engine;
import org.mayflydb.item.ItemWrite;
import org.mayflydb.item.Items;
import org.mayflydb.item.write.ItemResult;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.patch.Patch;
import org.mayflydb.server.hybridrow.OperationRows;
import org.mayflydb.server.protocol.Consistency;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.protocol.WireResponse;

/**
 * {@code …/docs/{id}}, and creating below {@code …/docs}. Lists are {@link ItemListRoute}'s, changes {@link
 * ItemFeedRoute}'s, queries {@link ItemQueryRoute}'s, batches {@link BatchRoute}'s.
 */
final class ItemRoute implements Route {
    /** Larger bodies are read elsewhere, lest other connections wait for it. */
    static final int QUICK_BODY_BYTES_MAX = 16 << 10;

    private final Engine engine;
    private final Executor writers;
    private final ItemFeedRoute feeds;
    private final Consistency consistency;
    private final ItemQueryRoute queries;
    private final BatchRoute batches;
    private final SessionGate gate;

    /**
     * @param writers whose threads do the writing
     * @param consistency the account's
     * @param gate which reads pass
     * @param expanded what texts that were sent in a shorter form take
     */
    ItemRoute(Engine engine, Executor writers, Consistency consistency, SessionGate gate, ExpandedText expanded) {
        this.engine = engine;
        this.writers = writers;
        this.feeds = new ItemFeedRoute(engine);
        this.consistency = consistency;
        this.queries = new ItemQueryRoute(engine);
        this.batches = new BatchRoute(writers, gate, expanded);
        this.gate = gate;
    }

    /** Reads of one item, and writes: beginning one is reading its body, and nobody waits for its end. */
    @Override
    public boolean isQuick(Exchange exchange) {
        if (exchange.address().isFeed()) {
            boolean reads = exchange.isQuery() || isBulk(exchange.request());
            return exchange.verb() == Verb.POST && !reads && hasQuickBody(exchange) && !mayTakeLong(exchange);
        }
        return hasQuickBody(exchange) && !ItemIds.isResourceId(exchange.address()) && !mayTakeLong(exchange);
    }

    /**
     * The condition of a patch is a query, whose constants are evaluated when it is read; and the items of a batch may be short
     * forms of long texts.
     */
    private static boolean mayTakeLong(Exchange exchange) {
        byte[] body = exchange.request().body();
        boolean isBatch = isBatch(exchange);
        return ((exchange.verb() == Verb.PATCH || isBatch) && ConditionMarks.areIn(body))
                || (isBatch && OperationRows.mayHaveBinaryItems(body));
    }

    /** What is no transaction may read a hundred items before it answers. */
    private static boolean isBulk(WireRequest request) {
        return request.flag(WireHeaders.IS_BATCH) && !BatchRoute.isTransactional(request);
    }

    private static boolean hasQuickBody(Exchange exchange) {
        return exchange.request().body().length <= QUICK_BODY_BYTES_MAX;
    }

    @Override
    public void answer(Exchange exchange, Consumer<WireResponse> reply) {
        ContainerRecord container = container(exchange);
        answer(exchange, container, engine.items(container), reply);
    }

    @Override
    public boolean answerAtOnce(Exchange exchange, Consumer<WireResponse> reply) {
        ContainerRecord container = container(exchange);
        Items items = engine.itemsAtOnce(container);
        if (items == null || items.writer().isNearSizeLimit(exchange.request().body().length)) {
            return false;
        }
        answer(exchange, container, items, reply);
        return true;
    }

    private ContainerRecord container(Exchange exchange) {
        ContainerRecord container = exchange.target().container();
        refuseUnsupported(exchange.request());
        return container;
    }

    private void answer(Exchange exchange, ContainerRecord container, Items items, Consumer<WireResponse> reply) {
        if (isBatch(exchange)) {
            batches.answer(exchange, container, items, reply);
            return;
        }
        ItemWrite<ItemResult> write = write(exchange, container, items);
        if (write != null) {
            write.submit(writers, outcome -> reply.accept(result(exchange, container, items, outcome)));
        } else if (exchange.request().isQueryPlan() || gate.isOpen(exchange, items)) {
            reply.accept(answer(exchange, container, items));
        } else {
            gate.await(exchange, items, () -> reply.accept(answer(exchange, container, items)), reply);
        }
    }

    private static boolean isBatch(Exchange exchange) {
        WireRequest request = exchange.request();
        return exchange.verb() == Verb.POST
                && exchange.address().isFeed()
                && request.flag(WireHeaders.IS_BATCH)
                && !request.flag(WireHeaders.IS_QUERY_PLAN);
    }

    /** The write that the request asks for; null if it asks for something else. */
    private static @Nullable ItemWrite<ItemResult> write(Exchange exchange, ContainerRecord container, Items items) {
        WireRequest request = exchange.request();
        boolean feed = exchange.address().isFeed();
        return switch (exchange.verb()) {
            case POST -> {
                if (!feed || exchange.isQuery()) {
                    yield null;
                }
                ClientEncryption.checkWrite(request, container);
                WriteOptions options = writeOptions(exchange);
                yield request.flag(WireHeaders.IS_UPSERT)
                        ? items.writer().upsert(request.body(), options)
                        : items.writer().create(request.body(), options);
            }
            case PUT -> {
                if (feed) {
                    yield null;
                }
                ClientEncryption.checkWrite(request, container);
                yield items.writer().replace(id(exchange, container, items), request.body(), writeOptions(exchange));
            }
            case DELETE ->
                feed
                        ? null
                        : items.writer()
                                .delete(
                                        id(exchange, container, items),
                                        exchange.target().requiredKey(),
                                        exchange.target().conditions());
            case PATCH -> {
                if (feed) {
                    yield null;
                }
                ClientEncryption.checkWrite(request, container);
                yield items.writer()
                        .modify(
                                id(exchange, container, items),
                                exchange.target().requiredKey(),
                                Patch.parse(request.body()).edit(items.partitionKey()),
                                writeOptions(exchange));
            }
            default -> null;
        };
    }

    /** Everything but writes, at once. */
    private WireResponse answer(Exchange exchange, ContainerRecord container, Items items) {
        WireRequest request = exchange.request();
        Verb verb = exchange.verb();
        if (!exchange.address().isFeed()) {
            return switch (verb) {
                case GET -> read(exchange, container, items);
                default -> throw UnsupportedException.method(verb.name());
            };
        }
        if (verb == Verb.GET) {
            return ItemFeedRoute.isAsked(request)
                    ? feeds.page(exchange, container)
                    : ItemListRoute.list(exchange, container, items);
        }
        if (verb != Verb.POST) {
            throw UnsupportedException.method(verb.name());
        }
        if (request.flag(WireHeaders.IS_QUERY_PLAN)) {
            return queries.plan(exchange, container);
        }
        return ItemFeedRoute.isAsked(request)
                ? feeds.page(exchange, container)
                : queries.query(exchange, container, items);
    }

    private static WireResponse read(Exchange exchange, ContainerRecord container, Items items) {
        try {
            String id = id(exchange, container, items);
            ItemTarget target = exchange.target();
            return show(exchange, container, items, items.reads().read(id, target.requiredKey(), target.conditions()));
        } catch (NotFoundException missing) {
            return exchange.failures().missingItem(missing, exchange.activityId());
        }
    }

    private static String id(Exchange exchange, ContainerRecord container, Items items) {
        if (!ItemIds.isAddressedByResourceId(exchange.address(), container)) {
            return exchange.address().id(2);
        }
        String guess = exchange.verb() == Verb.PUT && exchange.jsonBody().get("id") instanceof JsonString text
                ? text.value()
                : null;
        return ItemIds.find(exchange.address(), items, exchange.target().requiredKey(), guess);
    }

    private static WireResponse result(
            Exchange exchange, ContainerRecord container, Items items, Supplier<ItemResult> outcome) {
        try {
            return show(exchange, container, items, outcome.get());
        } catch (Throwable failure) {
            return exchange.failed(failure);
        }
    }

    private static WireResponse show(Exchange exchange, ContainerRecord container, Items items, ItemResult result) {
        WireResponse response = exchange.response(result.outcome().status(), result.charge())
                .header(WireHeaders.ETAG, result.outcome() == ItemResult.Outcome.DELETED ? null : result.etag());
        SessionHeaders.add(response, result.rangeId(), result.lsn());
        OwnerHeaders.add(response, container);
        UsageHeaders.add(response, items.knownUsage());
        WireRequest request = exchange.request();
        if (result.outcome() == ItemResult.Outcome.READ) {
            response.header(WireHeaders.ITEM_LSN, Long.toString(result.version().lsn()))
                    .header(WireHeaders.CONTENT_LOCATION, request.origin() + request.path());
        }
        if (result.item() != null && request.ownFlag(WireHeaders.TTL_HEADERS)) {
            TtlHeaders.add(response, result.item());
        }
        boolean hidden = exchange.verb() != Verb.GET && exchange.wantsMinimalAnswer();
        if (result.item() == null || hidden) {
            return response;
        }
        byte[] json = result.item().json();
        return response.body(AnswerFormat.item(
                request, request.flag(WireHeaders.EXCLUDE_SYSTEM_PROPERTIES) ? withoutLinks(json) : json));
    }

    /** The service leaves out the properties that only hold links. */
    private static byte[] withoutLinks(byte[] json) {
        return JsonObject.ofText(json).without("_self").without("_attachments").toBytes();
    }

    private static WriteOptions writeOptions(Exchange exchange) {
        ItemTarget target = exchange.target();
        boolean indexed = BatchOperation.isIndexed(exchange.request().header(WireHeaders.INDEXING_DIRECTIVE));
        return new WriteOptions(target.keyOfWrite(), null, target.conditions(), indexed);
    }

    private void refuseUnsupported(WireRequest request) {
        AnswerFormat.check(request);
        if (request.header(WireHeaders.PRE_TRIGGER) != null || request.header(WireHeaders.POST_TRIGGER) != null) {
            throw new UnsupportedException("A trigger");
        }
        if (request.header(WireHeaders.TIME_TO_LIVE) != null) {
            throw new UnsupportedException("A lifetime outside of the item");
        }
        boolean unused = BatchOperation.isIndexed(request.header(WireHeaders.INDEXING_DIRECTIVE));
        String asked = request.header(WireHeaders.CONSISTENCY_LEVEL);
        if (asked == null) {
            return;
        }
        Consistency level = Consistency.ofWireName(asked);
        if (level == null) {
            throw new BadRequestException("The value '" + asked + "' specified for the header '"
                    + WireHeaders.CONSISTENCY_LEVEL + "' is invalid.");
        }
        if (level.isStrongerThan(consistency) && !readsLatestCommitted(request)) {
            throw new BadRequestException("The requested consistency level " + asked
                    + " is stronger than the account's, which is " + consistency.wireName() + ".");
        }
    }

    /** Clients send BoundedStaleness with this strategy, whatever the account's level. */
    private static boolean readsLatestCommitted(WireRequest request) {
        return "LatestCommitted".equalsIgnoreCase(request.header(WireHeaders.READ_CONSISTENCY_STRATEGY));
    }
}
