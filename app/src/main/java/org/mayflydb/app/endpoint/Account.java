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

    private final Endpoint endpoint;

    public Account(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** What the endpoint says about itself. Asking is also a way to find out whether it is there and takes the key. */
    public JsonObject describe() {
        return endpoint.send(Call.get(List.of())).json();
    }

    public List<JsonObject> databases() {
        return all(DATABASES, "Databases");
    }

    public JsonObject database(String id) {
        return endpoint.send(Call.get(List.of("dbs", id))).json();
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

    public JsonObject container(ContainerAddress address) {
        return endpoint.send(Call.get(address.path())).json();
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
        return endpoint.send(Call.put(address.path(), properties)
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
        Call call = Call.post(path, properties);
        for (Map.Entry<String, String> header : headers.entrySet()) {
            call = call.with(header.getKey(), header.getValue());
        }
        return endpoint.send(call).json();
    }

    private List<JsonObject> all(List<String> path, String member) {
        List<JsonObject> all = new ArrayList<>();
        String continuation = null;
        do {
            Page page = endpoint.send(Call.get(path).with(WireHeaders.CONTINUATION, continuation))
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
