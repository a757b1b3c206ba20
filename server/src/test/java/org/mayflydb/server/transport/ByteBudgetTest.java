package org.mayflydb.server.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ByteBudgetTest {
    private final ByteBudget budget = new ByteBudget(100, 25);
    private final List<String> granted = new ArrayList<>();

    @Test
    void aPartIsKeptForThePreferred() {
        assertThat(budget.tryReserve(75, false)).isTrue();
        assertThat(budget.tryReserve(1, false)).isFalse();
        assertThat(budget.tryReserve(25, true)).isTrue();
        assertThat(budget.tryReserve(1, true)).isFalse();
    }

    @Test
    void whoIsAloneMayHaveMoreThanThereIs() {
        assertThat(budget.tryReserve(1000, false)).isTrue();
    }

    @Test
    void thePreferredAreServedFirstAndTheOthersInTheirOrder() {
        budget.adjust(100);
        budget.await(30, false, () -> granted.add("first"));
        budget.await(30, false, () -> granted.add("second"));
        budget.await(30, true, () -> granted.add("preferred"));
        budget.adjust(-30);
        assertThat(granted).containsExactly("preferred");
        budget.adjust(-60);
        assertThat(granted).containsExactly("preferred", "first");
        budget.adjust(-30);
        assertThat(granted).containsExactly("preferred", "first", "second");
    }

    @Test
    void thePreferredDoNotWaitBehindTheOthers() {
        budget.adjust(70);
        budget.await(30, false, () -> granted.add("other"));
        assertThat(budget.tryReserve(30, true)).isTrue();
        assertThat(granted).isEmpty();
    }

    @Test
    void whoLeavesTheLineLetsTheNextOneIn() {
        budget.adjust(60);
        ByteBudget.Waiter large = budget.await(50, false, () -> granted.add("large"));
        budget.await(10, false, () -> granted.add("small"));
        assertThat(budget.cancel(large)).isTrue();
        assertThat(granted).containsExactly("small");
        assertThat(budget.cancel(large)).isFalse();
    }
}
