package org.mayflydb.server.route;

import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.MayflyException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.key.PartitionKeyHasher;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.server.protocol.WireResponse;
import org.mayflydb.units.UnitAccounts;

/**
 * Has a container pay for what another route answers: refuses a request for which it has no units left, and books what
 * the answer says that it has cost. One place for every operation on items, whichever it is.
 */
final class PaidRoute implements Route {
    private final Route inner;
    private final UnitAccounts units;

    PaidRoute(Route inner, UnitAccounts units) {
        this.inner = inner;
        this.units = units;
    }

    @Override
    public boolean isQuick(Exchange exchange) {
        return inner.isQuick(exchange);
    }

    @Override
    public void answer(Exchange exchange, Consumer<WireResponse> reply) {
        pay(exchange, reply, (asked, paid) -> {
            inner.answer(asked, paid);
            return true;
        });
    }

    @Override
    public boolean answerAtOnce(Exchange exchange, Consumer<WireResponse> reply) {
        return pay(exchange, reply, inner::answerAtOnce);
    }

    private boolean pay(
            Exchange exchange, Consumer<WireResponse> reply, BiPredicate<Exchange, Consumer<WireResponse>> answer) {
        ContainerRecord container = exchange.target().container();
        List<PartitionSpec> asked = units.rules().limited() ? asked(exchange.target()) : List.of();
        units.admit(container, asked);
        try {
            return answer.test(exchange, response -> {
                try {
                    units.spend(container, asked, response.charge());
                } finally {
                    reply.accept(response);
                }
            });
        } catch (MayflyException refused) {
            units.spend(container, asked, Failures.CHARGE);
            throw refused;
        }
    }

    /** The partitions that a request will ask, as far as its headers tell; all of them if they do not. */
    private static List<PartitionSpec> asked(ItemTarget target) {
        ContainerRecord container = target.container();
        if (container.partitions().size() == 1) {
            return container.partitions();
        }
        ListScope scope = target.scope().items();
        EpkRange ofKey = range(scope.partitionKey(), container.properties().partitionKey());
        return container.partitions().stream()
                .filter(partition -> partition.range().overlaps(scope.range())
                        && partition.range().overlaps(ofKey))
                .toList();
    }

    private static EpkRange range(@Nullable PartitionKey key, PartitionKeyDefinition definition) {
        // A key that is no good is refused by the route itself.
        return key == null || key.isEmpty() || key.size() > definition.paths().size()
                ? EpkRange.FULL
                : EpkRange.prefix(PartitionKeyHasher.hashOnce(definition, key));
    }
}
