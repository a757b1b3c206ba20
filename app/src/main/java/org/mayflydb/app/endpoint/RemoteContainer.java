package org.mayflydb.app.endpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.server.protocol.WireHeaders;

/** The items of one container behind an endpoint. */
public final class RemoteContainer {
    private static final String ITEMS = "Documents";
    private static final String QUERY_TYPE = "application/query+json";

    private static final Pattern ITEM_COUNT = Pattern.compile("documentsCount=(\\d{1,18})");

    private final Endpoint endpoint;
    private final ContainerAddress address;
    private final boolean encrypted;

    RemoteContainer(Endpoint endpoint, ContainerAddress address) {
        this(endpoint, address, false);
    }

    private RemoteContainer(Endpoint endpoint, ContainerAddress address, boolean encrypted) {
        this.endpoint = endpoint;
        this.address = address;
        this.encrypted = encrypted;
    }

    /** The same container, to write items to that a client has encrypted earlier. */
    public RemoteContainer withEncryptedItems() {
        return new RemoteContainer(endpoint, address, true);
    }

    public ContainerAddress address() {
        return address;
    }

    /** The container's own description. */
    public JsonObject properties() {
        return new Account(endpoint).container(address);
    }

    /** The properties of its items that make up the partition key. */
    public PartitionKeyDefinition partitionKey() {
        JsonValue definition = properties().get("partitionKey");
        return definition instanceof JsonObject json
                ? PartitionKeyDefinition.fromJson(json)
                : PartitionKeyDefinition.SYSTEM;
    }

    /** The physical partitions, in the order of their ranges. */
    public List<PartitionKeyRange> ranges() {
        List<PartitionKeyRange> ranges = new ArrayList<>();
        String continuation = null;
        do {
            ResultPage page = endpoint.send(ApiCall.get(path("pkranges")).with(WireHeaders.CONTINUATION, continuation))
                    .page("PartitionKeyRanges");
            for (JsonValue row : page.rows()) {
                if (row instanceof JsonObject range) {
                    ranges.add(new PartitionKeyRange(
                            text(range, "id"), text(range, "minInclusive"), text(range, "maxExclusive")));
                }
            }
            continuation = page.continuation();
        } while (continuation != null);
        return ranges;
    }

    private static String text(JsonObject object, String name) {
        if (object.get(name) instanceof JsonString text) {
            return text.value();
        }
        throw EndpointException.notUnderstood(null);
    }

    /** Creates an item; that there is one already is a failure with status 409. */
    public Answer create(PartitionKey key, JsonObject item) {
        return endpoint.send(write(key, item));
    }

    /** Creates an item, or replaces the one that has its id. */
    public Answer upsert(PartitionKey key, JsonObject item) {
        return endpoint.send(write(key, item).with(WireHeaders.IS_UPSERT, "true"));
    }

    private ApiCall write(PartitionKey key, JsonObject item) {
        return ApiCall.post(path("docs"), item).with(key).with(WireHeaders.IS_CLIENT_ENCRYPTED, encryptedFlag());
    }

    private @Nullable String encryptedFlag() {
        return encrypted ? "true" : null;
    }

    /** Reads an item, also saying how long it has left if the endpoint can tell. */
    public Answer read(PartitionKey key, String id) {
        return endpoint.send(ApiCall.get(path("docs", id)).with(key).with(WireHeaders.TTL_HEADERS, "true"));
    }

    public Answer delete(PartitionKey key, String id) {
        return endpoint.send(ApiCall.delete(path("docs", id)).with(key));
    }

    /** One page of a list. */
    public ResultPage list(QueryScope scope, int pageSize, @Nullable String continuation) {
        ApiCall call = scope.addTo(ApiCall.get(path("docs")))
                .with(WireHeaders.MAX_ITEM_COUNT, Integer.toString(pageSize))
                .with(WireHeaders.CONTINUATION, continuation);
        return endpoint.send(call).page(ITEMS);
    }

    /** The rows of a query, page by page. Nothing is sent before the first is asked for. */
    public QueryCursor query(String text, QueryScope scope, int pageSize) {
        return new QueryCursor(this, text, scope, pageSize);
    }

    /** One page of a query that looks at one physical or logical partition. */
    public ResultPage queryPage(String text, QueryScope scope, int pageSize, @Nullable String continuation) {
        ApiCall call = queryCall(text);
        Answer answer = askForPage(call, scope, pageSize, continuation);
        if (!answer.isSuccess()) {
            throw EndpointException.of(call, answer);
        }
        return rows(answer);
    }

    /** How many items there are, roughly; -1 if the endpoint does not tell. */
    public long itemCount() {
        Answer answer = endpoint.send(ApiCall.get(address.path()).with(WireHeaders.POPULATE_QUOTA, "true"));
        String usage = answer.header(WireHeaders.RESOURCE_USAGE);
        Matcher count = ITEM_COUNT.matcher(usage == null ? "" : usage);
        return count.find() ? Long.parseLong(count.group(1)) : -1;
    }

    /**
     * Sends many operations on items of one physical partition, each of which succeeds or fails by itself.
     *
     * @param operations a JSON array of them
     */
    public Answer bulk(String rangeId, byte[] operations) {
        return endpoint.ask(new ApiCall("POST", path("docs"), Map.of("content-type", "application/json"), operations)
                .with(WireHeaders.PARTITION_KEY_RANGE_ID, rangeId)
                .with(WireHeaders.IS_BATCH, "True")
                .with(WireHeaders.BATCH_ATOMIC, "False")
                .with(WireHeaders.BATCH_CONTINUE_ON_ERROR, "True")
                .with(WireHeaders.IS_CLIENT_ENCRYPTED, encryptedFlag())
                .with("prefer", "return=minimal"));
    }

    /** One page of a query, whichever way it ends. */
    Answer askForPage(ApiCall query, QueryScope scope, int pageSize, @Nullable String continuation) {
        return endpoint.ask(scope.addTo(query)
                .with(WireHeaders.MAX_ITEM_COUNT, Integer.toString(pageSize))
                .with(WireHeaders.CONTINUATION, continuation));
    }

    static ResultPage rows(Answer answer) {
        return answer.page(ITEMS);
    }

    ApiCall queryCall(String text) {
        JsonObject body = JsonObject.builder()
                .put("query", text)
                .put("parameters", new JsonArray(List.of()))
                .build();
        return ApiCall.post(path("docs"), body)
                .with(WireHeaders.CONTENT_TYPE, QUERY_TYPE)
                .with(WireHeaders.IS_QUERY, "true")
                .with(WireHeaders.ENABLE_CROSS_PARTITION, "true")
                .with(WireHeaders.WHOLE_QUERY, "true");
    }

    private List<String> path(String... more) {
        List<String> path = new ArrayList<>(address.path());
        path.addAll(List.of(more));
        return path;
    }
}
