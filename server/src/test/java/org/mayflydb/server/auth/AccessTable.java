package org.mayflydb.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.mayflydb.item.Items;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.server.protocol.Consistency;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.route.ActivityIds;
import org.mayflydb.server.route.DirectEndpoint;
import org.mayflydb.server.route.Gateway;
import org.mayflydb.ttl.LiveItem;

/**
 * A server whose items each hold a secret, everybody who may call it, and an oracle: what each caller may do, written down
 * from the rules for permissions and not from the code that enforces them. Every request is judged twice, by its status and
 * by what it has shown and changed.
 */
public final class AccessTable implements AutoCloseable {
    private static final List<String> SEEDS = List.of("c/k/a", "c/k/b", "c/x/a", "c/x/z", "other/k/a");
    private static final String QUERY = "SELECT * FROM c";

    private final TestAccount account = new TestAccount();
    private final Map<Caller, String> tokens = new EnumMap<>(Caller.class);
    private final RequestHandler gateway;
    private Map<String, String> before = Map.of();
    private long commitsBefore;

    /** Who sends a request. */
    public enum Caller {
        NOBODY(false),
        OWNER(false),
        READER(true),
        CONTAINER_ALL(false),
        CONTAINER_READ(true),
        ITEM_ALL(false),
        ITEM_READ(true),
        KEY_ALL(false),
        KEY_READ(true),
        OTHER_ALL(false),
        OTHER_READ(true);

        private final boolean readOnly;

        Caller(boolean readOnly) {
            this.readOnly = readOnly;
        }

        boolean isOfItem() {
            return this == ITEM_ALL || this == ITEM_READ;
        }

        boolean isOfKey() {
            return this == KEY_ALL || this == KEY_READ;
        }

        /** @param item as {@code container/key/id} */
        boolean owns(String item) {
            return switch (this) {
                case NOBODY -> false;
                case OWNER, READER -> true;
                case CONTAINER_ALL, CONTAINER_READ -> item.startsWith("c/");
                case ITEM_ALL, ITEM_READ -> item.startsWith("c/") && item.endsWith("/a");
                case KEY_ALL, KEY_READ -> item.startsWith("c/k/");
                case OTHER_ALL, OTHER_READ -> item.startsWith("other/");
            };
        }

        String scope() {
            return switch (this) {
                case ITEM_ALL, ITEM_READ -> "/dbs/db/colls/c/docs/a";
                case OTHER_ALL, OTHER_READ -> "/dbs/db/colls/other";
                default -> "/dbs/db/colls/c";
            };
        }
    }

    /**
     * What is asked.
     *
     * @param path of what it is about: for addresses, of what they are the addresses of
     * @param addresses whether it asks for addresses
     * @param headers in lower case
     */
    public record Ask(Verb verb, String path, boolean addresses, Map<String, String> headers) {
        private boolean has(String flag) {
            return "true".equalsIgnoreCase(headers.get(flag));
        }

        private String[] parts() {
            return path.substring(1).split("/", -1);
        }

        private boolean isList() {
            return parts().length % 2 == 1 && !path.equals("/");
        }

        private String kind() {
            String[] parts = parts();
            return parts.length < 5 ? "" : parts[4];
        }

        private boolean asksForAPlan() {
            return verb == Verb.POST && has("x-ms-cosmos-is-query-plan-request");
        }

        private boolean asksAQuestion() {
            return asksForAPlan()
                    || has("x-ms-documentdb-isquery")
                    || has("x-ms-documentdb-query")
                    || "application/query+json".equals(headers.get("content-type"));
        }

        private boolean isBatch() {
            return has("x-ms-cosmos-is-batch-request");
        }

        /** What might write counts as a write. */
        private boolean writes() {
            return switch (verb) {
                case GET, HEAD -> false;
                case PUT, PATCH, DELETE -> true;
                case POST -> !(isList() && asksAQuestion() && !isBatch() && !has("x-ms-documentdb-is-upsert"));
            };
        }

        private boolean namesKeyK() {
            return "[\"k\"]".equals(headers.get("x-ms-documentdb-partitionkey"));
        }
    }

    public AccessTable() {
        grant(Caller.CONTAINER_ALL, "All", "dbs/db/colls/c", "");
        grant(Caller.CONTAINER_READ, "Read", "dbs/db/colls/c", "");
        grant(Caller.ITEM_ALL, "All", "dbs/db/colls/c/docs/a", "");
        grant(Caller.ITEM_READ, "Read", "dbs/db/colls/c/docs/a", "");
        grant(Caller.KEY_ALL, "All", "dbs/db/colls/c", ",'resourcePartitionKey':['k']");
        grant(Caller.KEY_READ, "Read", "dbs/db/colls/c", ",'resourcePartitionKey':['k']");
        grant(Caller.OTHER_ALL, "All", "dbs/db/colls/other", "");
        grant(Caller.OTHER_READ, "Read", "dbs/db/colls/other", "");
        gateway = new Gateway(
                account.engine,
                (request, address) -> account.authenticator.authenticate(request, address, account.clock.instant()),
                account.permissionJson,
                account.clock,
                new Gateway.Threads(Runnable::run, Runnable::run, Runnable::run),
                new ActivityIds(new SplittableRandom(1)),
                new Gateway.Account(Consistency.SESSION, new DirectEndpoint("localhost", () -> 10250)));
        seed();
    }

    /** A user has one permission for a resource at most, so every caller is a user. */
    private void grant(Caller caller, String mode, String resource, String more) {
        String user = caller.name();
        account.engine.users().create("db", TestAccount.json("{'id':'" + user + "'}"));
        JsonObject shown = account.permissionJson.withToken(
                account.engine
                        .permissions()
                        .create(
                                "db",
                                user,
                                TestAccount.json("{'id':'p','permissionMode':'" + mode + "','resource':'" + resource
                                        + "'" + more + "}")),
                ResourceTokens.LIFETIME_DEFAULT,
                account.clock.instant());
        tokens.put(caller, text(shown, "_token"));
    }

    public RequestHandler gateway() {
        return gateway;
    }

    /** The authorization header of a caller; null if it has none. */
    public @Nullable String authorization(Caller caller, Ask ask) {
        return switch (caller) {
            case NOBODY -> null;
            case OWNER -> sign(TestAccount.PRIMARY, ask);
            case READER -> sign(TestAccount.READ_ONLY, ask);
            default -> tokens.get(caller);
        };
    }

    public static String date() {
        return TestAccount.DATE;
    }

    /** What a POST, PUT or PATCH brings along: it can be taken for an item as well as for a query. */
    public static String body(Ask ask, String key) {
        if (ask.isBatch()) {
            return "[{\"operationType\":\"Upsert\",\"partitionKey\":\"[\\\"" + key + "\\\"]\",\"resourceBody\":"
                    + "{\"id\":\"w\",\"pk\":\"" + key + "\"}},{\"operationType\":\"Read\",\"id\":\"a\","
                    + "\"partitionKey\":\"[\\\"" + key + "\\\"]\"}]";
        }
        return switch (ask.verb()) {
            case PATCH -> "{\"operations\":[{\"op\":\"set\",\"path\":\"/n\",\"value\":1}]}";
            case PUT -> "{\"id\":\"a\",\"pk\":\"" + key + "\"}";
            case POST -> "{\"id\":\"w\",\"pk\":\"" + key + "\",\"query\":\"" + QUERY + "\"}";
            default -> "";
        };
    }

    /** All items, by what they are called in this table. */
    private Map<String, String> contents() {
        Map<String, String> found = new TreeMap<>();
        for (String container : List.of("c", "other")) {
            for (LiveItem item : items(container)
                    .reads()
                    .list(new ListScope(null, EpkRange.FULL), 100, null)
                    .items()) {
                JsonObject json = JsonObject.ofText(item.json());
                found.put(container + "/" + text(json, "pk") + "/" + text(json, "id"), json.toString());
            }
        }
        return found;
    }

    /** Judges an answer. */
    public void check(Caller caller, Ask ask, int status, String answer) {
        boolean allowed = mayDo(caller, ask);
        boolean judged =
                caller == Caller.NOBODY ? status == 401 : allowed ? status != 401 && status != 403 : status == 403;
        if (!judged) {
            fail(caller + " " + ask + " -> " + status + " " + answer);
        }
        for (String seed : SEEDS) {
            if (!caller.owns(seed) && answer.contains("secret of " + seed)) {
                fail(caller + " " + ask + " shows " + answer);
            }
        }
        if (commits() == commitsBefore) {
            return;
        }
        Map<String, String> after = contents();
        assertThat(ask.writes() && allowed).as(caller + " " + ask).isTrue();
        before.forEach((item, json) -> assertThat(json.equals(after.get(item)) || caller.owns(item))
                .as(caller + " " + ask + " changed " + item)
                .isTrue());
        after.keySet()
                .forEach(item -> assertThat(before.containsKey(item) || caller.owns(item))
                        .as(caller + " " + ask + " made " + item)
                        .isTrue());
        seed();
    }

    private long commits() {
        return items("c").lastLsn(0).orElseThrow() + items("other").lastLsn(0).orElseThrow();
    }

    private static boolean mayDo(Caller caller, Ask ask) {
        if (caller == Caller.OWNER) {
            return true;
        }
        if (caller.readOnly && ask.writes()) {
            return false;
        }
        if (caller == Caller.READER) {
            return !ask.path().contains("/permissions");
        }
        if (ask.path().equals("/")) {
            return !ask.writes();
        }
        boolean inside = ask.path().equals(caller.scope()) || ask.path().startsWith(caller.scope() + "/");
        if (caller.isOfItem() && !ask.writes() && leadsToItem(ask)) {
            return true;
        }
        return inside && (!caller.isOfKey() || staysWithinKey(ask));
    }

    /** What a client has to know before it can read the item of its token. */
    private static boolean leadsToItem(Ask ask) {
        return switch (ask.path()) {
            case "/dbs/db/colls/c", "/dbs/db/colls/c/pkranges" -> true;
            case "/dbs/db/colls/c/docs" -> ask.addresses();
            default -> false;
        };
    }

    private static boolean staysWithinKey(Ask ask) {
        return switch (ask.kind()) {
            case "", "pkranges", "triggers", "udfs" -> !ask.writes();
            case "sprocs" -> !ask.writes() || (ask.verb() == Verb.POST && !ask.isList() && ask.namesKeyK());
            case "docs" -> {
                if (!ask.writes() && (ask.asksForAPlan() || ask.addresses())) {
                    yield true;
                }
                boolean everyOperationHasItsKey =
                        ask.verb() == Verb.POST && ask.isBatch() && !ask.has("x-ms-cosmos-batch-atomic");
                yield !everyOperationHasItsKey && ask.namesKeyK();
            }
            default -> ask.namesKeyK();
        };
    }

    /** What the account's owner gets as the continuation of a list of everything. */
    public String continuationOfEverything() {
        String continuation = items("c")
                .reads()
                .list(new ListScope(null, EpkRange.FULL), 1, null)
                .continuation();
        return String.valueOf(continuation);
    }

    private static String sign(String key, Ask ask) {
        String[] parts = ask.path().equals("/") ? new String[0] : ask.parts();
        int length = parts.length;
        String type = length == 0 ? "" : parts[ask.isList() ? length - 1 : length - 2];
        List<String> link = Arrays.asList(parts).subList(0, ask.isList() ? length - 1 : length);
        if (type.equals("operations") && !ask.isList()) {
            type = "colls";
            link = link.subList(0, 4);
        }
        return TestAccount.signed(key, ask.verb().name(), type, String.join("/", link), TestAccount.DATE);
    }

    /** Puts everything back to where a table begins. */
    private void seed() {
        contents().keySet().stream().filter(item -> !SEEDS.contains(item)).forEach(item -> {
            String[] parts = item.split("/", -1);
            items(parts[0])
                    .writer()
                    .delete(parts[2], key(parts[1]), ItemConditions.NONE)
                    .join();
        });
        for (String seed : SEEDS) {
            String[] parts = seed.split("/", -1);
            String json = "{'id':'" + parts[2] + "','pk':'" + parts[1] + "','text':'secret of " + seed + "'}";
            items(parts[0])
                    .writer()
                    .upsert(
                            TestAccount.json(json).toBytes(),
                            new WriteOptions(key(parts[1]), null, ItemConditions.NONE))
                    .join();
        }
        before = contents();
        commitsBefore = commits();
    }

    private Items items(String container) {
        return account.engine.items("db", container);
    }

    private static PartitionKey key(String text) {
        return PartitionKey.parse("[\"" + text + "\"]");
    }

    private static String text(JsonObject json, String name) {
        return json.get(name) instanceof JsonString text ? text.value() : "";
    }

    /** Returns false for requests that may destroy the table: the owner writes only items, and nobody deletes a container. */
    public static boolean isWorthAsking(Caller caller, Ask ask) {
        boolean deletesContainer = ask.verb() == Verb.DELETE && ask.path().equals(caller.scope()) && mayDo(caller, ask);
        return !deletesContainer && (caller != Caller.OWNER || ask.kind().equals("docs") || !ask.writes());
    }

    /** Header names, for tables. */
    public static Map<String, String> headers(String... namesAndValues) {
        Map<String, String> headers = new TreeMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            headers.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        headers.put(WireHeaders.DATE, TestAccount.DATE);
        return headers;
    }

    @Override
    public void close() {
        account.engine.close();
    }
}
