package org.mayflydb.app.endpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.server.protocol.WireHeaders;

/** The databases and containers behind an endpoint, each as the JSON that describes it. */
public final class Account {
    private static final List<String> DATABASES = List.of("dbs");
    private static final List<String> OFFERS = List.of("offers");

    private static final int NOT_FOUND = 404;
    private static final int OWNER_NOT_FOUND = 1003;
    private static final int CONFLICT = 409;

    private final Endpoint endpoint;

    public Account(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** What the endpoint says about itself. Asking is also a way to find out whether it is there and takes the key. */
    public JsonObject describe() {
        return endpoint.send(ApiCall.get(List.of())).json();
    }

    public List<JsonObject> databases() {
        return all(DATABASES, "Databases");
    }

    /** One database; if it is missing, the failure has status 404 and a plain message. */
    public JsonObject database(String id) {
        ApiCall call = ApiCall.get(List.of("dbs", id));
        Answer answer = endpoint.ask(call);
        if (answer.status() == NOT_FOUND) {
            throw EndpointException.missing(noDatabase(id), answer);
        }
        return success(call, answer);
    }

    private String noDatabase(String id) {
        return "There is no database '" + id + "' at " + endpoint.connection() + ".";
    }

    public JsonObject createDatabase(String id) {
        return createDatabase(JsonObject.builder().put("id", id).build(), Map.of());
    }

    /** With headers such as those for throughput. */
    public JsonObject createDatabase(JsonObject properties, Map<String, String> headers) {
        return create(DATABASES, properties, headers);
    }

    public List<JsonObject> containers(String database) {
        return all(containersOf(database), "DocumentCollections");
    }

    /** One container; if it is missing, the failure has status 404 and a plain message. */
    public JsonObject container(ContainerAddress address) {
        ApiCall call = ApiCall.get(address.path());
        Answer answer = endpoint.ask(call);
        if (answer.status() == NOT_FOUND) {
            throw EndpointException.missing(
                    answer.subStatus() == OWNER_NOT_FOUND
                            ? noDatabase(address.database())
                            : "There is no container '" + address.container() + "' in the database '"
                                    + address.database() + "'.",
                    answer);
        }
        return success(call, answer);
    }

    private static JsonObject success(ApiCall call, Answer answer) {
        if (!answer.isSuccess()) {
            throw EndpointException.of(call, answer);
        }
        return answer.json();
    }

    /** Creates a database unless it exists; returns true if it did not. */
    public boolean createDatabaseIfMissing(String id) {
        return ifMissing(() -> createDatabase(id));
    }

    /** Creates a container unless it exists; returns true if it did not. */
    public boolean createContainerIfMissing(ContainerAddress address, JsonObject properties) {
        return ifMissing(
                () -> createContainer(address.database(), properties.with("id", new JsonString(address.container()))));
    }

    private static boolean ifMissing(Runnable creation) {
        try {
            creation.run();
            return true;
        } catch (EndpointException refused) {
            if (refused.status() == CONFLICT) {
                return false;
            }
            throw refused;
        }
    }

    /** Creates a container; if it exists, the failure has status 409 and a plain message. */
    public void createContainer(ContainerAddress address, NewContainer container) {
        try {
            createContainer(address.database(), container.properties(address.container()), container.headers());
        } catch (EndpointException refused) {
            throw refused.status() == CONFLICT
                    ? EndpointException.exists("The container " + address + " exists already.")
                    : refused;
        }
    }

    public JsonObject createContainer(String database, JsonObject properties) {
        return createContainer(database, properties, Map.of());
    }

    /** With headers such as those for throughput. */
    public JsonObject createContainer(String database, JsonObject properties, Map<String, String> headers) {
        return create(containersOf(database), properties, headers);
    }

    /**
     * Replaces what a container says about itself, if it still is what was read.
     *
     * @param properties with the {@code _etag} that was read
     * @param confirmed whether somebody knows how many items this removes at once
     */
    public JsonObject replaceContainer(ContainerAddress address, JsonObject properties, boolean confirmed) {
        JsonValue etag = properties.get("_etag");
        return endpoint.send(ApiCall.put(address.path(), properties)
                        .with(WireHeaders.IF_MATCH, etag instanceof JsonString text ? text.value() : null)
                        .with(WireHeaders.CONFIRM_TTL, confirmed ? "true" : null))
                .json();
    }

    /** The throughput of containers and databases; an account without any, such as a serverless one, refuses. */
    public List<JsonObject> offers() {
        return all(OFFERS, "Offers");
    }

    /** What may be asked of one container. */
    public RemoteContainer items(ContainerAddress address) {
        return new RemoteContainer(endpoint, address);
    }

    private static List<String> containersOf(String database) {
        return List.of("dbs", database, "colls");
    }

    private JsonObject create(List<String> path, JsonObject properties, Map<String, String> headers) {
        ApiCall call = ApiCall.post(path, properties);
        for (Map.Entry<String, String> header : headers.entrySet()) {
            call = call.with(header.getKey(), header.getValue());
        }
        return endpoint.send(call).json();
    }

    private List<JsonObject> all(List<String> path, String member) {
        List<JsonObject> all = new ArrayList<>();
        String continuation = null;
        do {
            ResultPage page = endpoint.send(ApiCall.get(path).with(WireHeaders.CONTINUATION, continuation))
                    .page(member);
            for (JsonValue row : page.rows()) {
                if (row instanceof JsonObject object) {
                    all.add(object);
                }
            }
            continuation = page.continuation();
        } while (continuation != null);
        return all;
    }
}
