package org.mayflydb.server.route;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.TooLargeException;
import org.mayflydb.batch.BatchOperation;
import org.mayflydb.batch.BatchResult;
import org.mayflydb.batch.Bulk;
import org.mayflydb.batch.TransactionalBatch;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.item.Items;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.server.auth.DataAction;
import org.mayflydb.server.hybridrow.OperationRows;
import org.mayflydb.server.hybridrow.ResultRows;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;

/** Many operations on items in one request: a transactional batch, or else a bulk request. */
final class BatchRoute {
    /** Not every operation has returned something new; the results tell which. */
    private static final int MULTI_STATUS = 207;

    private final Executor writers;
    private final SessionGate gate;
    private final ExpandedText expanded;

    /**
     * @param writers whose threads do the writing
     * @param gate which batches that read pass
     * @param expanded what texts that were sent in a shorter form take
     */
    BatchRoute(Executor writers, SessionGate gate, ExpandedText expanded) {
        this.writers = writers;
        this.gate = gate;
        this.expanded = expanded;
    }

    static boolean isTransactional(WireRequest request) {
        return request.flag(WireHeaders.BATCH_ATOMIC);
    }

    void answer(Exchange exchange, ContainerRecord container, Items items, Consumer<WireResponse> reply) {
        WireRequest request = exchange.request();
        byte[] body = request.body();
        if (body.length > BatchOperation.BYTES_MAX) {
            throw TooLargeException.request();
        }
        boolean wantsItems = !exchange.wantsMinimalAnswer();
        List<BatchOperation> operations =
                OperationRows.isRows(body) ? OperationRows.read(body, wantsItems) : BatchJson.read(body, wantsItems);
        actions(operations).forEach(exchange::checkAllowed);
        ClientEncryption.checkWrites(request, container, operations);
        expanded.hold(
                bodyBytes(operations) - body.length,
                reply,
                released -> admit(exchange, container, items, operations, released));
    }

    private static Set<DataAction> actions(List<BatchOperation> operations) {
        Set<DataAction> actions = EnumSet.noneOf(DataAction.class);
        for (BatchOperation operation : operations) {
            actions.add(
                    switch (operation.kind()) {
                        case CREATE -> DataAction.CREATE;
                        case UPSERT -> DataAction.UPSERT;
                        case REPLACE, PATCH -> DataAction.REPLACE;
                        case DELETE -> DataAction.DELETE;
                        case READ -> DataAction.READ;
                    });
        }
        return actions;
    }

    private static long bodyBytes(List<BatchOperation> operations) {
        long bytes = 0;
        for (BatchOperation operation : operations) {
            bytes += operation.body() == null ? 0 : operation.body().length;
        }
        return bytes;
    }

    private void admit(
            Exchange exchange,
            ContainerRecord container,
            Items items,
            List<BatchOperation> operations,
            Consumer<WireResponse> reply) {
        if (reads(operations) && !gate.isOpen(exchange, items)) {
            gate.await(exchange, items, () -> submit(exchange, container, items, operations, reply), reply);
        } else {
            submit(exchange, container, items, operations, reply);
        }
    }

    private static boolean reads(List<BatchOperation> operations) {
        for (BatchOperation operation : operations) {
            if (operation.kind() == BatchOperation.Kind.READ) {
                return true;
            }
        }
        return false;
    }

    private void submit(
            Exchange exchange,
            ContainerRecord container,
            Items items,
            List<BatchOperation> operations,
            Consumer<WireResponse> reply) {
        WireRequest request = exchange.request();
        PartitionKey key = exchange.target().key();
        if (!isTransactional(request)) {
            PartitionSpec range = RequestScope.askedRange(request, container);
            Bulk.Options options = new Bulk.Options(
                    range == null ? -1 : range.rangeId(),
                    key,
                    request.flag(WireHeaders.BATCH_ORDERED),
                    request.flag(WireHeaders.BATCH_CONTINUE_ON_ERROR));
            Bulk.submit(
                    items,
                    operations,
                    options,
                    writers,
                    result -> reply.accept(response(exchange, container, () -> result)));
            return;
        }
        if (key == null) {
            throw new BadRequestException("PartitionKey value must be supplied for this operation.");
        }
        TransactionalBatch.of(items, key, operations)
                .submit(writers, outcome -> reply.accept(response(exchange, container, outcome)));
    }

    private static WireResponse response(Exchange exchange, ContainerRecord container, Supplier<BatchResult> outcome) {
        try {
            return response(exchange, container, outcome.get());
        } catch (Throwable failure) {
            return exchange.failed(failure);
        }
    }

    private static WireResponse response(Exchange exchange, ContainerRecord container, BatchResult result) {
        boolean alike = result.results().stream().allMatch(each -> each.status() < 300);
        WireResponse response = exchange.response(alike ? 200 : MULTI_STATUS, result.charge())
                .header(
                        WireHeaders.ITEM_COUNT,
                        Integer.toString(result.results().size()));
        if (result.rangeId() >= 0) {
            SessionHeaders.add(response, result.rangeId(), result.lsn());
        }
        byte[] body = OperationRows.isRows(exchange.request().body())
                ? ResultRows.write(result.results())
                : BatchJson.write(result.results());
        boolean rolledBack = isTransactional(exchange.request()) && !result.isSuccess();
        return (rolledBack ? response : OwnerHeaders.add(response, container)).body(body);
    }
}
