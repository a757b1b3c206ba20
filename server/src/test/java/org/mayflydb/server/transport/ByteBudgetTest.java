package org.mayflydb.server.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.server.transport.ByteBudget.Precedence.FIRST;
import static org.mayflydb.server.transport.ByteBudget.Precedence.LAST;
import static org.mayflydb.server.transport.ByteBudget.Precedence.SECOND;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ByteBudgetTest {
    private final ByteBudget budget = new ByteBudget(100);
    private final List<String> granted = new ArrayList<>();

    @Test
    void whoComesFirstMayHaveMore() {
        assertThat(budget.tryReserve(50, LAST)).isTrue();
        assertThat(budget.tryReserve(1, LAST)).isFalse();
        assertThat(budget.tryReserve(25, SECOND)).isTrue();
        assertThat(budget.tryReserve(1, SECOND)).isFalse();
        assertThat(budget.tryReserve(25, FIRST)).isTrue();
        assertThat(budget.tryReserve(1, FIRST)).isFalse();
    }

    @Test
    void whoIsAloneMayHaveMoreThanThereIs() {
        assertThat(budget.tryReserve(1000, LAST)).isTrue();
    }

    @Test
    void whoComesFirstIsServedFirstAndAllOthersInTheirOrder() {
        budget.adjust(100);
        budget.await(20, LAST, () -> granted.add("last"));
        budget.await(20, SECOND, () -> granted.add("second"));
        budget.await(20, SECOND, () -> granted.add("third"));
        budget.await(20, FIRST, () -> granted.add("first"));
        budget.adjust(-20);
        assertThat(granted).containsExactly("first");
        budget.adjust(-50);
        assertThat(granted).containsExactly("first", "second");
        budget.adjust(-80);
        assertThat(granted).containsExactly("first", "second", "third", "last");
    }

    @Test
    void whoComesFirstDoesNotWaitForTheOthers() {
        budget.adjust(60);
        budget.await(30, LAST, () -> granted.add("last"));
        assertThat(budget.tryReserve(30, FIRST)).isTrue();
        assertThat(granted).isEmpty();
    }

    @Test
    void whoComesLaterWaitsForThoseInLine() {
        budget.adjust(40);
        budget.await(80, FIRST, () -> granted.add("first"));
        assertThat(budget.tryReserve(1, SECOND)).isFalse();
    }

    @Test
    void whoLeavesTheLineLetsTheNextOneIn() {
        budget.adjust(60);
        ByteBudget.Waiter large = budget.await(50, SECOND, () -> granted.add("large"));
        budget.await(10, SECOND, () -> granted.add("small"));
        assertThat(budget.cancel(large)).isTrue();
        assertThat(granted).containsExactly("small");
        assertThat(budget.cancel(large)).isFalse();
    }
}
