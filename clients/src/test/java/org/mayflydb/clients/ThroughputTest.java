package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.clients.CosmosFixture.failureOf;
import static org.mayflydb.clients.CosmosFixture.name;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.ThroughputProperties;
import com.azure.cosmos.models.ThroughputResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Request units per second through the Java client. */
@TestInstance(Lifecycle.PER_CLASS)
class ThroughputTest {
    private final CosmosFixture cosmos = new CosmosFixture(scheme());

    /** How the client talks to the server. */
    Scheme scheme() {
        return Scheme.HTTP;
    }

    @AfterAll
    void close() {
        cosmos.close();
    }

    private CosmosContainer container(ThroughputProperties throughput) {
        return cosmos.container(new CosmosContainerProperties(name("c"), "/pk"), throughput);
    }

    @Test
    void aFixedThroughputIsReadAndReplaced() {
        CosmosContainer container = container(ThroughputProperties.createManualThroughput(500));
        ThroughputResponse found = container.readThroughput();
        assertThat(found.getProperties().getManualThroughput()).isEqualTo(500);
        assertThat(found.getMinThroughput()).isEqualTo(400);
        assertThat(found.isReplacePending()).isFalse();
        container.replaceThroughput(ThroughputProperties.createManualThroughput(800));
        assertThat(container.readThroughput().getProperties().getManualThroughput())
                .isEqualTo(800);
    }

    @Test
    void anAutoscaleThroughputIsReadAndReplaced() {
        CosmosContainer container = container(ThroughputProperties.createAutoscaledThroughput(4000));
        ThroughputProperties found = container.readThroughput().getProperties();
        assertThat(found.getAutoscaleMaxThroughput()).isEqualTo(4000);
        container.replaceThroughput(ThroughputProperties.createAutoscaledThroughput(6000));
        ThroughputResponse replaced = container.readThroughput();
        assertThat(replaced.getProperties().getAutoscaleMaxThroughput()).isEqualTo(6000);
        assertThat(replaced.getMinThroughput()).isPositive();
    }

    @Test
    void aDatabaseHasAThroughputThatItsContainersShare() {
        String id = name("d");
        cosmos.client.createDatabase(id, ThroughputProperties.createManualThroughput(600));
        CosmosDatabase database = cosmos.client.getDatabase(id);
        assertThat(database.readThroughput().getProperties().getManualThroughput())
                .isEqualTo(600);
        database.replaceThroughput(ThroughputProperties.createManualThroughput(1000));
        assertThat(database.readThroughput().getProperties().getManualThroughput())
                .isEqualTo(1000);
        database.createContainer("c", "/pk");
        assertThat(failureOf(() -> database.getContainer("c").readThroughput()).getStatusCode())
                .isEqualTo(400);
    }

    @Test
    void aThroughputThatIsNotAMultipleOfAHundredIsRefused() {
        assertThat(failureOf(() -> container(ThroughputProperties.createManualThroughput(450)))
                        .getStatusCode())
                .isEqualTo(400);
    }
}
