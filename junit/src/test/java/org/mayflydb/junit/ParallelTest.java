package org.mayflydb.junit;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests that run at the same time, each moving its clock while the others look. */
class ParallelTest {
    /** Two tests meet here in their middle, so that they really overlap. */
    private static final CyclicBarrier MIDDLE = new CyclicBarrier(2);

    @MayflyTest
    @Seed("orders.json")
    static final class Cases {
        @Test
        void timePassesHere(CosmosContainer orders, MayflyClock clock) throws Exception {
            clock.advance(Duration.ofDays(90));
            orders.createItem(Map.of("id", "same", "customer", "ann"));
            MIDDLE.await(1, TimeUnit.MINUTES);
        }

        @Test
        void andNotThere(CosmosContainer orders) throws Exception {
            orders.createItem(Map.of("id", "same", "customer", "ann"));
            MIDDLE.await(1, TimeUnit.MINUTES);
            assertThat(orders.readItem("o1", new PartitionKey("ann"), JsonNode.class)
                            .getStatusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void testsThatRunAtTheSameTimeDoNotNoticeEachOther() {
        Run run = Run.inParallel(Cases.class);
        assertThat(run.failures()).isEmpty();
        assertThat(run.succeeded()).isEqualTo(2);
    }
}
