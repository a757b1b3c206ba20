package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.route.Client.Answer;

/** Throughput as it is requested, changed and refused. */
class OffersTest {
    private static final String CONTAINERS = "/dbs/db/colls";

    private final Client client = new Client();

    OffersTest() {
        client.post("/dbs", "{\"id\":\"db\"}").expect(201);
    }

    @AfterEach
    void close() {
        client.close();
    }

    private static Map<String, String> manual(int units) {
        return Map.of("x-ms-offer-throughput", Integer.toString(units));
    }

    private static Map<String, String> autoscale(String settings) {
        return Map.of("x-ms-cosmos-offer-autopilot-settings", settings);
    }

    /** Creates a container and returns the path of its offer. */
    private String offer(Map<String, String> throughput) {
        client.send(Verb.POST, CONTAINERS, container("c"), throughput).expect(201);
        JsonObject list = client.get("/offers").expect(200).json();
        JsonObject offer = (JsonObject) ((JsonArray) Objects.requireNonNull(list.get("Offers")))
                .elements()
                .get(0);
        return "/offers/" + Objects.requireNonNull(offer.get("_rid")).toJava();
    }

    private static String container(String id) {
        return "{\"id\":\"" + id + "\",\"partitionKey\":{\"paths\":[\"/pk\"]}}";
    }

    private Answer replace(String offer, String content, Map<String, String> headers) {
        return client.send(Verb.PUT, offer, "{\"content\":" + content + "}", headers);
    }

    private Answer replace(String offer, int units) {
        return replace(offer, "{\"offerThroughput\":" + units + "}", Map.of());
    }

    private Answer replaceMax(String offer, int units) {
        return replace(offer, "{\"offerAutopilotSettings\":{\"maxThroughput\":" + units + "}}", Map.of());
    }

    @Test
    void aFixedThroughputBecomesAutoscaleThroughAHeaderOnly() {
        String offer = offer(manual(1500));
        assertThat(replaceMax(offer, 4000).expect(400).text())
                .contains("x-ms-cosmos-migrate-offer-to-autopilot must be supplied and offercontent must not contain"
                        + " autopilotSettings for migration from manual throughput to autoscale.");
        Answer migrated = replace(
                        offer, "{\"offerThroughput\":1500}", Map.of("x-ms-cosmos-migrate-offer-to-autopilot", "true"))
                .expect(200);
        assertThat(migrated.text()).contains("\"maxThroughput\":2000");
    }

    @Test
    void anAutoscaleThroughputBecomesFixedThroughAHeaderOnly() {
        String offer = offer(autoscale("{\"maxThroughput\":4000}"));
        assertThat(replace(offer, 1000).expect(400).text())
                .contains("x-ms-cosmos-migrate-offer-to-manual-throughput must be supplied and offercontent must"
                        + " contain autopilotSettings for migration of autoscale collection to manual throughput");
        Answer migrated = replace(
                        offer,
                        "{\"offerAutopilotSettings\":{\"maxThroughput\":4000}}",
                        Map.of("x-ms-cosmos-migrate-offer-to-manual-throughput", "true"))
                .expect(200);
        assertThat(migrated.text()).contains("\"offerThroughput\":4000").doesNotContain("Autopilot");
    }

    @Test
    void aFixedThroughputKeepsAHundredthOfItsHighest() {
        String offer = offer(manual(400));
        replace(offer, 50_100).expect(200);
        Answer lowered = replace(offer, 600).expect(200);
        assertThat(lowered.header("x-ms-cosmos-min-throughput")).isEqualTo("600");
        assertThat(replace(offer, 500).expect(400).text())
                .contains("The offer should have valid throughput values between 600 and 1000000 inclusive in"
                        + " increments of 100.");
    }

    @Test
    void anAutoscaleMaximumKeepsATenthOfItsHighest() {
        String offer = offer(autoscale("{\"maxThroughput\":16000}"));
        assertThat(client.get(offer).header("x-ms-cosmos-min-throughput")).isEqualTo("2000");
        replaceMax(offer, 2000).expect(200);
        assertThat(replaceMax(offer, 1000).expect(400).text())
                .contains("between 2000 and 1000000 inclusive in increments of 1000.");
    }

    @Test
    void theIncrementOfAnAutoscaleMaximumIsReturned() {
        String settings =
                "{\"maxThroughput\":4000,\"autoUpgradePolicy\":{\"throughputPolicy\":{\"incrementPercent\":7}}}";
        String offer = offer(autoscale(settings));
        assertThat(client.get(offer).text())
                .contains("\"autoUpgradePolicy\":{\"throughputPolicy\":{\"incrementPercent\":7}}");
        assertThat(replaceMax(offer, 5000).expect(200).text()).doesNotContain("autoUpgradePolicy");
    }

    @Test
    void aThroughputOutsideTheBoundsIsRefusedWithTheBound() {
        assertThat(client.send(Verb.POST, CONTAINERS, container("c"), autoscale("{\"maxThroughput\":-200}"))
                        .expect(400)
                        .text())
                .contains("Requested throughput -200 is less than required minimum throughput 1000.");
        assertThat(client.send(Verb.POST, CONTAINERS, container("c"), manual(1_000_100))
                        .expect(400)
                        .text())
                .contains("Requested throughput 1000100 is more than possible maximum throughput 1000000.");
    }

    @Test
    void offersAreQueriedButNotCreated() {
        offer(manual(400));
        client.query("/offers", "SELECT * FROM root").expect(200);
        client.post("/offers", "{\"content\":{\"offerThroughput\":400}}").expect(405);
    }
}
