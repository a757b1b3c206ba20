package org.mayflydb.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.mayflydb.embedded.Database;

/** {@link MayflyExtension} in a static field, and in one of the instance. */
class MayflyExtensionTest {
    private static final Instant START = Instant.parse("2021-03-04T05:06:07Z");

    @RegisterExtension
    static final MayflyExtension SHARED =
            MayflyExtension.inMemory().database("shop").seed("orders.json").startingAt(START);

    @Test
    void seedsAreWrittenWhenTheClockBegins(CosmosContainer orders) {
        JsonNode first =
                orders.readItem("o1", new PartitionKey("ann"), JsonNode.class).getItem();
        assertThat(first.get("_ts").asLong()).isEqualTo(START.getEpochSecond());
    }

    @Test
    void theExtensionItselfKnowsEndpointAndClock(MayflyEndpoint endpoint, MayflyClock clock) {
        assertThat(SHARED.endpoint()).isEqualTo(endpoint);
        assertThat(SHARED.clock()).isSameAs(clock);
        assertThat(endpoint.database()).isEqualTo("shop");
    }

    @Test
    void anExtensionThatNobodyRegisteredSaysSo() {
        assertThatThrownBy(() -> MayflyExtension.inMemory().endpoint())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("@RegisterExtension");
    }

    @Nested
    class NestedClasses {
        @Test
        void useTheSameOne(MayflyEndpoint endpoint) {
            assertThat(SHARED.endpoint()).isEqualTo(endpoint);
        }
    }

    /** Runs while the tests around it do, and has their extension. */
    static final class Borrower {
        @RegisterExtension
        static final MayflyExtension BORROWED = SHARED;

        @Test
        void cannotRun() {}
    }

    @Test
    void anExtensionThatServesAClassRefusesToServeAnotherOneMeanwhile() {
        assertThat(Run.of(Borrower.class).failures())
                .singleElement()
                .asString()
                .contains("serves two tests or classes at the same time");
    }

    /** Not nested, because then it would also have the extension of this class. */
    static final class OfTheInstance {
        @RegisterExtension
        final MayflyExtension own =
                MayflyExtension.inMemory().seed("customers.json").ticking();

        @RepeatedTest(2)
        void eachTestHasItsOwn(Database database) {
            database.container("customers").create(Map.of("id", "ann"));
            assertThat(own.endpoint().database()).isEqualTo("test");
        }
    }

    @Test
    void aFieldOfTheInstanceIsADatabaseForEachTest() {
        Run run = Run.of(OfTheInstance.class);
        assertThat(run.failures()).isEmpty();
        assertThat(run.succeeded()).isEqualTo(2);
    }
}
