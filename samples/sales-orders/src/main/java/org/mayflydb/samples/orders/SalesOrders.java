package org.mayflydb.samples.orders;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** All orders there are. */
public final class SalesOrders {
    /** How long an order is kept after it was last written. */
    public static final Duration LIFETIME = Duration.ofDays(90);

    private static final String ID = "orders";
    private static final int NOT_FOUND = 404;

    private final CosmosContainer container;

    /** The orders in a container that exists. */
    public SalesOrders(CosmosContainer container) {
        this.container = container;
    }

    /** Makes the container with its default lifetime, if it is not there. */
    public static SalesOrders in(CosmosDatabase database) {
        CosmosContainerProperties properties = new CosmosContainerProperties(ID, "/customer");
        properties.setDefaultTimeToLiveInSeconds(Math.toIntExact(LIFETIME.toSeconds()));
        database.createContainerIfNotExists(properties);
        return new SalesOrders(database.getContainer(ID));
    }

    /** Adds an order. */
    public void place(SalesOrder order) {
        container.createItem(order);
    }

    /** The order, unless there is none or its time is over. */
    public Optional<SalesOrder> find(String customer, String id) {
        try {
            return Optional.of(container
                    .readItem(id, new PartitionKey(customer), SalesOrder.class)
                    .getItem());
        } catch (CosmosException failure) {
            if (failure.getStatusCode() == NOT_FOUND) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    /** What a customer has bought, as far as it is kept. */
    public List<SalesOrder> of(String customer) {
        return container
                .queryItems(
                        new SqlQuerySpec(
                                "SELECT * FROM o WHERE o.customer = @customer ORDER BY o.id",
                                new SqlParameter("@customer", customer)),
                        new CosmosQueryRequestOptions(),
                        SalesOrder.class)
                .stream()
                .toList();
    }

    /** Lets an order live for {@code lifetime} from now on. */
    public void extend(String customer, String id, Duration lifetime) {
        change(customer, id, order -> order.keptFor(lifetime));
    }

    /** Keeps an order for ever, for example because of a dispute. */
    public void keepForEver(String customer, String id) {
        change(customer, id, SalesOrder::keptForEver);
    }

    /** Takes an order's own lifetime away, so that it has the default again, from now on. */
    public void removeLifetime(String customer, String id) {
        change(customer, id, SalesOrder::keptByDefault);
    }

    private void change(String customer, String id, UnaryOperator<SalesOrder> change) {
        PartitionKey key = new PartitionKey(customer);
        SalesOrder present = container.readItem(id, key, SalesOrder.class).getItem();
        container.replaceItem(change.apply(present), id, key, null);
    }

    /** Stops every order from expiring, also those with a lifetime of their own. */
    public void disableExpiry() {
        CosmosContainerProperties properties = container.read().getProperties();
        properties.setDefaultTimeToLiveInSeconds(null);
        container.replace(properties);
    }
}
