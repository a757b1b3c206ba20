package org.mayflydb.bench.hostile;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mayflydb.bench.server.PlainClient;

/** Attacks that create, change and delete databases and containers all the time. */
final class CatalogAttacks {
    private static final String CHURNED = Target.DATABASE + "/colls/churned";
    private static final Pattern RID = Pattern.compile("\"_rid\":\"([^\"]+)\"");
    private static final Pattern OFFER = Pattern.compile("\\{[^{}]*\"offerType\"[^{}]*\\{[^{}]*\\}[^{}]*\\}");

    private CatalogAttacks() {}

    static List<Attack> all() {
        return List.of(
                Attack.costly("containers created and deleted", "204", CatalogAttacks::churnContainers),
                Attack.costly("databases created and deleted", "204", CatalogAttacks::churnDatabases),
                Attack.costly(
                        "TTL changed",
                        "200",
                        (target, random) ->
                                replace(target, "\"defaultTtl\":" + (random.nextBoolean() ? "-1" : "100000"))),
                Attack.costly(
                        "indexing policy changed",
                        "200",
                        (target, random) -> replace(
                                target,
                                "\"defaultTtl\":-1,\"indexingPolicy\":{\"indexingMode\":\"consistent\",\"automatic\":true,"
                                        + "\"includedPaths\":[{\"path\":\"/*\"}],\"excludedPaths\":[{\"path\":\"/p"
                                        + random.nextInt(1000) + "/?\"}]}")),
                Attack.costly("throughput changed", "200", CatalogAttacks::changeThroughput),
                Attack.cheap(
                        "partition key changed",
                        "400",
                        (target, random) -> target.ask(
                                "PUT",
                                Target.CONTAINER,
                                Map.of(),
                                "{\"id\":\"hostile\",\"partitionKey\":{\"paths\":[\"/other\"],\"version\":2}}")),
                Attack.cheap(
                        "invalid indexing policy",
                        "400",
                        (target, random) -> target.ask(
                                "PUT",
                                Target.CONTAINER,
                                Map.of(),
                                "{\"id\":\"hostile\",\"partitionKey\":{\"paths\":[\"/tenant\"],\"version\":2},\"indexingPolicy\":"
                                        + "{\"includedPaths\":[{\"path\":\"" + "/a".repeat(10_000) + "\"}]}}")));
    }

    private static String churnContainers(Target target, Random random) throws IOException {
        String body = "{\"id\":\"churned\",\"partitionKey\":{\"paths\":[\"/tenant\"],\"version\":2}}";
        target.ask("POST", Target.DATABASE + "/colls", Map.of(), body);
        for (int i = 0; i < 5; i++) {
            target.ask(
                    "POST",
                    CHURNED + "/docs",
                    Map.of(Target.KEY, "[\"t\"]"),
                    "{\"id\":\"i" + i + "\",\"tenant\":\"t\"}");
        }
        return target.ask("DELETE", CHURNED, Map.of(), "");
    }

    private static String churnDatabases(Target target, Random random) throws IOException {
        target.ask("POST", "dbs", Map.of(), "{\"id\":\"churned\"}");
        target.ask(
                "POST",
                "dbs/churned/colls",
                Map.of(),
                "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/tenant\"],\"version\":2}}");
        return target.ask("DELETE", "dbs/churned", Map.of(), "");
    }

    private static String replace(Target target, String properties) throws IOException {
        return target.ask(
                "PUT",
                Target.CONTAINER,
                Map.of(),
                "{\"id\":\"hostile\",\"partitionKey\":{\"paths\":[\"/tenant\"],\"version\":2}," + properties + "}");
    }

    /** Within what one partition serves, because a container that splits cannot be put together again. */
    private static String changeThroughput(Target target, Random random) throws IOException {
        try (PlainClient client = PlainClient.connect(target.port())) {
            String container = client.ask(target.request("GET", Target.CONTAINER, Map.of(), ""))
                    .expect(200)
                    .body();
            Matcher rid = RID.matcher(container);
            String offers = client.ask(target.request("GET", "offers", Map.of(), ""))
                    .expect(200)
                    .body();
            Matcher offer = OFFER.matcher(offers);
            while (rid.find() && offer.find()) {
                Matcher offerRid = RID.matcher(offer.group());
                if (offer.group().contains("\"offerResourceId\":\"" + rid.group(1) + "\"") && offerRid.find()) {
                    String changed = offer.group()
                            .replaceFirst(
                                    "\"offerThroughput\":\\d+", "\"offerThroughput\":" + 100 * (4 + random.nextInt(6)));
                    return target.replaceOffer(offerRid.group(1), changed);
                }
                rid.reset();
            }
            return "no offer";
        }
    }
}
