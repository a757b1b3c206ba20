package org.mayflydb.server.route;

import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.mayflydb.base.MayflyException;
import org.mayflydb.catalog.ContainerRecord;
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
        List<PartitionSpec> asked = units.rules().limited() ? exchange.target().partitions() : List.of();
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
}
