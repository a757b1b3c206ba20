package org.mayflydb.server.entra;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.MovableClock;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.server.auth.AccountKeys;
import org.mayflydb.server.auth.Authenticator;
import org.mayflydb.server.auth.EngineLinks;
import org.mayflydb.server.auth.KeyRing;
import org.mayflydb.server.auth.PermissionJson;
import org.mayflydb.server.auth.Principal;
import org.mayflydb.server.auth.ResourceTokens;
import org.mayflydb.server.protocol.Consistency;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.ResourceAddress;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.route.ActivityIds;
import org.mayflydb.server.route.DirectEndpoint;
import org.mayflydb.server.route.Gateway;
import org.mayflydb.storage.memory.MemoryStore;

/**
 * A server that validates tokens, principals with every role in every scope, and what Azure's documentation says they may
 * do, written down independently of the code.
 */
public final class EntraTable implements AutoCloseable {
    private static final String DATA = "Microsoft.DocumentDB/databaseAccounts/";
    private static final List<String> ACTIONS = List.of(
            "readMetadata",
            "sqlDatabases/containers/items/create",
            "sqlDatabases/containers/items/read",
            "sqlDatabases/containers/items/replace",
            "sqlDatabases/containers/items/upsert",
            "sqlDatabases/containers/items/delete",
            "sqlDatabases/containers/executeQuery",
            "sqlDatabases/containers/readChangeFeed",
            "sqlDatabases/containers/executeStoredProcedure",
            "sqlDatabases/containers/manageConflicts");
    private static final List<String> SCOPES =
            List.of("/", "/dbs/db", "/dbs/db/colls/c", "/dbs/db/colls/other", "/dbs/else");
    private static final String KEY = "bWF5Zmx5IHByaW1hcnkga2V5";

    /**
     * The sender of a request, and the role it has.
     *
     * @param viaGroup whether the role is assigned to a group
     */
    public record Holder(String objectId, boolean viaGroup, Set<String> actions, String scope) {
        private boolean mayDo(Ask ask) {
            boolean anywhere = ask.scope.isEmpty();
            return ask.actions != null && actions.containsAll(ask.actions) && (anywhere || scopeIncludes(ask));
        }

        public boolean scopeIncludes(Ask ask) {
            return scope.equals("/") || ask.scope.equals(scope) || ask.scope.startsWith(scope + "/");
        }
    }

    /**
     * What is asked.
     *
     * @param scope of what it is about; empty if a role for anything suffices
     * @param actions that it needs; null if it is not for tokens
     */
    public record Ask(
            Verb verb,
            String path,
            Map<String, String> headers,
            String body,
            String scope,
            @Nullable Set<String> actions) {
        private Ask with(String header, String value) {
            Map<String, String> more = new HashMap<>(headers);
            more.put(header, value);
            return new Ask(verb, path, more, body, scope, actions);
        }

        private Ask in(String otherScope) {
            return new Ask(verb, path, headers, body, otherScope, actions);
        }

        private int refusal() {
            if (actions == null) {
                return 5300;
            }
            return actions.contains(DATA + "readMetadata") ? 5301 : 5302;
        }
    }

    /** The machine's clock. */
    public final MovableClock clock = MovableClock.startingAt(Instant.parse("2026-11-15T20:55:11Z"));

    private final Engine engine = Engine.open(new MemoryStore(), EngineSettings.defaults());
    private final KeyRing accountKeys = new KeyRing(AccountKeys.of(KEY));
    private final Path keys;
    private final Path roles;
    private final Gateway gateway;
    private final Map<String, Holder> holders = new LinkedHashMap<>();
    final EntraTokens tokens;

    /** How many tasks were left to other threads than the caller's. */
    final AtomicInteger handedOn = new AtomicInteger();

    public EntraTable(Path directory) {
        engine.createDatabase("db");
        createContainer("c");
        createContainer("other");
        keys = TestIssuer.write(directory.resolve("keys.json"), TestIssuer.keySet("one"));
        roles = TestIssuer.write(directory.resolve("roles.json"), roles().toString());
        tokens = new EntraTokens(accountKeys, engine, clock);
        tokens.use(TestIssuer.settings(keys, roles));
        EngineLinks links = new EngineLinks(engine);
        Authenticator authenticator = new Authenticator(accountKeys, links, tokens, clock);
        Executor here = task -> {
            handedOn.incrementAndGet();
            task.run();
        };
        gateway = new Gateway(
                engine,
                new Gateway.Guard() {
                    @Override
                    public Principal check(WireRequest request, ResourceAddress address) {
                        return authenticator.authenticate(request, address, clock.instant());
                    }

                    @Override
                    public @Nullable Principal checkAtOnce(WireRequest request, ResourceAddress address) {
                        return authenticator.authenticateAtOnce(request, address, clock.instant());
                    }

                    @Override
                    public boolean awaitsKeys(WireRequest request, Runnable again) {
                        return authenticator.awaitsKeys(request, again);
                    }
                },
                new PermissionJson(new ResourceTokens(accountKeys), links),
                clock,
                new Gateway.Threads(here, here, here),
                new ActivityIds(new SplittableRandom(1)),
                new Gateway.Account(Consistency.SESSION, new DirectEndpoint("localhost", () -> 10250)));
    }

    void createContainer(String id) {
        String json = "{\"id\":\"" + id + "\",\"partitionKey\":{\"paths\":[\"/pk\"]}}";
        engine.createContainer("db", (JsonObject) JsonValue.parse(json), null);
    }

    void deleteContainer(String id) {
        engine.deleteContainer("db", id);
    }

    /** Has the keys read for a token with an unknown one, so that the next such tokens are refused at once. */
    public void readKeys() {
        CountDownLatch read = new CountDownLatch(1);
        if (!tokens.awaitsKeys(TestIssuer.token("unpublished", claims(contributor())), read::countDown)) {
            return;
        }
        try {
            assertThat(read.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    /** Publishes other keys. */
    public void publish(String... ids) {
        TestIssuer.write(keys, TestIssuer.keySet(ids));
    }

    /** Has the server read its settings again. */
    public void reload() {
        tokens.use(TestIssuer.settings(keys, roles));
    }

    private JsonValue roles() {
        Map<String, Set<String>> sets = new LinkedHashMap<>();
        sets.put(
                "00000000-0000-0000-0000-000000000001",
                names("readMetadata", ACTIONS.get(2), ACTIONS.get(6), ACTIONS.get(7)));
        sets.put("00000000-0000-0000-0000-000000000002", names(ACTIONS.toArray(new String[0])));
        List<Map<String, Object>> definitions = new ArrayList<>();
        ACTIONS.forEach(action -> {
            String name = "only " + action;
            sets.put(name, names(action));
            definitions.add(Map.of(
                    "RoleName",
                    name,
                    "Type",
                    "CustomRole",
                    "AssignableScopes",
                    List.of("/"),
                    "Permissions",
                    List.of(Map.of("DataActions", List.of(DATA + action)))));
        });
        List<Map<String, String>> assignments = new ArrayList<>();
        sets.forEach((role, actions) -> SCOPES.forEach(scope -> {
            boolean viaGroup = holders.size() % 2 == 1;
            String objectId = "oid-" + holders.size();
            assignments.add(Map.of(
                    role.startsWith("only") ? "roleDefinitionName" : "roleDefinitionId",
                    role,
                    "principalId",
                    viaGroup ? "group-of-" + objectId : objectId,
                    "scope",
                    scope));
            holders.put(objectId, new Holder(objectId, viaGroup, actions, scope));
        }));
        holders.put("nobody", new Holder("nobody", false, Set.of(), "/"));
        return JsonValue.of(Map.of("roleDefinitions", definitions, "roleAssignments", assignments));
    }

    private static Set<String> names(String... actions) {
        Set<String> names = new HashSet<>();
        for (String action : actions) {
            names.add(DATA + action);
        }
        return names;
    }

    public RequestHandler gateway() {
        return gateway;
    }

    public Iterable<Holder> holders() {
        return holders.values();
    }

    /** The authorization header of a holder. */
    public String authorization(Holder holder) {
        return authorization("one", claims(holder));
    }

    String authorization(String key, Map<String, Object> claims) {
        return "type=aad&ver=1.0&sig=" + TestIssuer.token(key, claims);
    }

    /** Tokens for each reason to refuse one, with the sub-status. */
    public Map<String, String> brokenTokens() {
        Map<String, String> tokens = new LinkedHashMap<>();
        String begin = "type=aad&ver=1.0&sig=";
        tokens.put(begin + "a.b.c", "5003");
        tokens.put(
                begin + TestIssuer.encode(Map.of("alg", "none", "kid", "one")) + "."
                        + TestIssuer.encode(claims(contributor())) + ".",
                "5004");
        tokens.put(
                begin + TestIssuer.token(Map.of("alg", "RS256", "kid", "one"), claims(contributor()), "two"), "5004");
        tokens.put(authorization("unpublished", claims(contributor())), "5200");
        long now = clock.instant().getEpochSecond();
        Map<String, Map<String, Object>> changes = Map.of(
                "5005", Map.of("nbf", now + 301),
                "5006", Map.of("exp", now - 300),
                "5007", Map.of("iss", "https://sts.windows.net/another/"),
                "5008", Map.of("aud", "https://localhost"),
                "5009", Map.of("scp", "openid"),
                "5011", Map.of("oid", ""));
        changes.forEach((subStatus, change) -> {
            Map<String, Object> claims = claims(contributor());
            claims.putAll(change);
            tokens.put(authorization("one", claims), subStatus);
        });
        return tokens;
    }

    Map<String, Object> claims(Holder holder) {
        Map<String, Object> claims = TestIssuer.claims(holder.objectId, clock.instant());
        if (holder.viaGroup) {
            claims.put("groups", List.of("another-group", "group-of-" + holder.objectId));
        }
        return claims;
    }

    /** Someone who may do everything. */
    public Holder contributor() {
        return holder("/");
    }

    /** Someone who may do everything in this scope. */
    Holder holder(String scope) {
        return holders.values().stream()
                .filter(holder -> holder.actions.size() == ACTIONS.size() && holder.scope.equals(scope))
                .findFirst()
                .orElseThrow();
    }

    String resourceIdOf(String container) {
        return engine.container("db", container).rid().toString();
    }

    /** The path of a container with the resource ids of it and its database. */
    String byResourceId(String container) {
        return "/dbs/" + engine.container("db", container).database().rid() + "/colls/" + resourceIdOf(container);
    }

    /** Judges an answer. */
    public void check(Holder holder, Ask ask, int status, @Nullable String subStatus, String body) {
        String what = holder + " " + ask + " -> " + status + "/" + subStatus + " " + body;
        if (holder.mayDo(ask)) {
            assertThat(status).as(what).isNotIn(401, 403);
            return;
        }
        assertThat(status).as(what).isEqualTo(403);
        assertThat(subStatus).as(what).isEqualTo(Integer.toString(ask.refusal()));
        assertThat(body)
                .as(what)
                .contains(
                        ask.actions == null
                                ? "The given request [" + ask.verb + " " + ask.path
                                        + "] cannot be authorized by AAD token in data plane."
                                : "Request is blocked because principal [" + holder.objectId
                                        + "] does not have required RBAC permissions to perform action [" + DATA);
    }

    /** Every operation that both protocols have. */
    public static List<Ask> asks() {
        List<Ask> asks = new ArrayList<>();
        String docs = "/dbs/db/colls/c/docs";
        asks.add(metadata(Verb.GET, "/dbs", "/"));
        asks.add(metadata(Verb.GET, "/dbs/db", "/dbs/db"));
        asks.add(metadata(Verb.GET, "/dbs/db/colls", "/dbs/db"));
        asks.add(metadata(Verb.GET, "/dbs/db/colls/c", "/dbs/db/colls/c"));
        asks.add(metadata(Verb.GET, "/dbs/db/colls/c/pkranges", "/dbs/db/colls/c"));
        asks.add(item(Verb.POST, docs, "{\"id\":\"a\",\"pk\":\"k\"}", "items/create"));
        asks.add(item(Verb.POST, docs, "{\"id\":\"a\",\"pk\":\"k\"}", "items/upsert")
                .with("x-ms-documentdb-is-upsert", "True"));
        asks.add(item(Verb.GET, docs + "/a", "", "items/read"));
        asks.add(item(Verb.PUT, docs + "/a", "{\"id\":\"a\",\"pk\":\"k\"}", "items/replace"));
        asks.add(item(
                Verb.PATCH,
                docs + "/a",
                "{\"operations\":[{\"op\":\"set\",\"path\":\"/n\",\"value\":1}]}",
                "items/replace"));
        asks.add(item(Verb.GET, docs, "", "readChangeFeed"));
        asks.add(item(Verb.GET, docs, "", "readChangeFeed").with("a-im", "Incremental feed"));
        asks.add(item(Verb.POST, docs, "{\"query\":\"SELECT * FROM c\"}", "executeQuery", "readChangeFeed")
                .with("x-ms-documentdb-isquery", "True"));
        asks.add(batch("Create", "items/create"));
        asks.add(batch("Upsert", "items/upsert"));
        asks.add(batch("Read", "items/read"));
        asks.add(batch("Replace", "items/replace"));
        asks.add(batch("Patch", "items/replace"));
        asks.add(batch("Delete", "items/delete"));
        asks.add(item(Verb.DELETE, docs + "/a", "", "items/delete"));
        asks.add(item(Verb.GET, "/dbs/db/colls/c/conflicts", "", "manageConflicts"));
        asks.add(item(Verb.POST, "/dbs/db/colls/c/sprocs/s", "[]", "executeStoredProcedure"));
        asks.add(controlPlane(Verb.POST, "/dbs", "{\"id\":\"new\"}"));
        asks.add(controlPlane(Verb.DELETE, "/dbs/db", ""));
        asks.add(controlPlane(Verb.POST, "/dbs/db/colls", "{\"id\":\"new\",\"partitionKey\":{\"paths\":[\"/pk\"]}}"));
        asks.add(controlPlane(Verb.PUT, "/dbs/db/colls/c", "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}}"));
        asks.add(controlPlane(Verb.DELETE, "/dbs/db/colls/c", ""));
        for (String scripts : List.of("sprocs", "triggers", "udfs")) {
            asks.add(controlPlane(Verb.GET, "/dbs/db/colls/c/" + scripts, ""));
            asks.add(controlPlane(Verb.GET, "/dbs/db/colls/c/" + scripts + "/s", ""));
            asks.add(controlPlane(Verb.POST, "/dbs/db/colls/c/" + scripts, "{\"id\":\"s\",\"body\":\"\"}"));
        }
        asks.add(controlPlane(Verb.GET, "/dbs/db/users", ""));
        asks.add(controlPlane(Verb.POST, "/dbs/db/users", "{\"id\":\"u\"}"));
        asks.add(controlPlane(Verb.GET, "/dbs/db/users/u/permissions", ""));
        return asks;
    }

    /** Operations that only HTTP has. */
    public static List<Ask> moreAsksOverHttp() {
        String addresses = "/addresses/";
        return List.of(
                metadata(Verb.GET, "/", ""),
                metadata(Verb.GET, addresses, ""),
                metadata(Verb.GET, addresses, "/dbs/db/colls/c").with("$resolveFor", "dbs/db/colls/c/docs"),
                item(Verb.POST, "/dbs/db/colls/c/docs", "{\"query\":\"SELECT * FROM c\"}", "executeQuery")
                        .with("x-ms-cosmos-is-query-plan-request", "True")
                        .with("x-ms-documentdb-isquery", "True"),
                item(Verb.POST, "/dbs/db/colls/c/operations/partitionkeydelete", "", "items/delete"),
                metadata(Verb.POST, "/dbs", "/").with("x-ms-documentdb-isquery", "True"),
                metadata(Verb.POST, "/dbs/db/colls", "/dbs/db").with("x-ms-documentdb-isquery", "True"),
                metadata(Verb.GET, "/dbs/db/clientencryptionkeys", "/dbs/db"),
                controlPlane(Verb.POST, "/dbs/db/clientencryptionkeys", "{\"id\":\"k\"}"),
                controlPlane(Verb.POST, "/", ""),
                controlPlane(Verb.GET, "/offers", ""),
                item(Verb.GET, "/docs", "", "readChangeFeed").in("/"),
                item(Verb.GET, "/docs/a", "", "items/read").in("/"),
                controlPlane(Verb.GET, "/nothing/x", ""));
    }

    private static Ask metadata(Verb verb, String path, String scope) {
        return new Ask(
                verb,
                path,
                Map.of(),
                verb == Verb.POST ? "{\"query\":\"SELECT * FROM c\"}" : "",
                scope,
                Set.of(DATA + "readMetadata"));
    }

    private static Ask item(Verb verb, String path, String body, String... actions) {
        Set<String> names = new HashSet<>();
        for (String action : actions) {
            names.add(DATA + "sqlDatabases/containers/" + action);
        }
        return new Ask(verb, path, Map.of("x-ms-documentdb-partitionkey", "[\"k\"]"), body, "/dbs/db/colls/c", names);
    }

    private static Ask batch(String operation, String action) {
        String rest = switch (operation) {
            case "Read", "Delete" -> "\"id\":\"a\"";
            case "Patch" ->
                "\"id\":\"a\",\"resourceBody\":{\"operations\":[{\"op\":\"set\",\"path\":\"/n\",\"value\":1}]}";
            default -> "\"id\":\"a\",\"resourceBody\":{\"id\":\"a\",\"pk\":\"k\"}";
        };
        return item(
                        Verb.POST,
                        "/dbs/db/colls/c/docs",
                        "[{\"operationType\":\"" + operation + "\",\"partitionKey\":\"[\\\"k\\\"]\"," + rest + "}]",
                        action)
                .with("x-ms-cosmos-is-batch-request", "True")
                .with("x-ms-cosmos-batch-atomic", "True");
    }

    private static Ask controlPlane(Verb verb, String path, String body) {
        return new Ask(verb, path, Map.of(), body, "/", null);
    }

    @Override
    public void close() {
        tokens.close();
        engine.close();
    }
}
