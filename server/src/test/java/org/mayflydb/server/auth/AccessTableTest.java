package org.mayflydb.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.Invariant;
import org.mayflydb.server.auth.AccessTable.Ask;
import org.mayflydb.server.auth.AccessTable.Caller;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.protocol.WireResponse;

/** Every verb on every resource with every header, sent over HTTP by everybody. */
class AccessTableTest {
    private static final String PK = WireHeaders.PARTITION_KEY;
    private static final String IS_QUERY = WireHeaders.IS_QUERY;
    private static final String PLAN = WireHeaders.IS_QUERY_PLAN;
    private static final String BATCH = WireHeaders.IS_BATCH;
    private static final String K = "[\"k\"]";
    private static final String X = "[\"x\"]";

    /** Where every header might matter. */
    private static final List<String> ITEM_PATHS = List.of(
            "/dbs/db/colls/c/docs",
            "/dbs/db/colls/c/docs/a",
            "/dbs/db/colls/c/docs/b",
            "/dbs/db/colls/other/docs",
            "/dbs/db/colls/other/docs/a");

    private static final List<String> OTHER_PATHS = List.of(
            "/",
            "/dbs",
            "/dbs/db",
            "/dbs/db/colls",
            "/dbs/db/colls/c",
            "/dbs/db/colls/other",
            "/dbs/db/colls/c/pkranges",
            "/dbs/db/colls/c/sprocs",
            "/dbs/db/colls/c/sprocs/s",
            "/dbs/db/colls/c/udfs",
            "/dbs/db/colls/c/conflicts",
            "/dbs/db/colls/c/operations/partitionkeydelete",
            "/dbs/db/users/ann",
            "/dbs/db/users/ann/permissions",
            "/dbs/db/clientencryptionkeys",
            "/dbs/db/clientencryptionkeys/k",
            "/offers");

    private final AccessTable table = new AccessTable();

    @AfterEach
    void close() {
        table.close();
    }

    private static List<Map<String, String>> fewHeaders() {
        return List.of(
                AccessTable.headers(),
                AccessTable.headers(PK, K),
                AccessTable.headers(PK, X),
                AccessTable.headers(IS_QUERY, "True"),
                AccessTable.headers(PLAN, "True"),
                AccessTable.headers(BATCH, "True", PK, K),
                AccessTable.headers(WireHeaders.A_IM, "Incremental feed", PLAN, "True", PK, X));
    }

    private List<Map<String, String>> headers() {
        String continuation = table.continuationOfEverything();
        List<Map<String, String>> all = new ArrayList<>(fewHeaders());
        all.addAll(List.of(
                AccessTable.headers(PK, "[]"),
                AccessTable.headers(IS_QUERY, "True", PK, K),
                AccessTable.headers(IS_QUERY, "True", PK, X),
                AccessTable.headers(WireHeaders.QUERY, "true"),
                AccessTable.headers("content-type", "application/query+json"),
                AccessTable.headers(PLAN, "True", PK, X),
                AccessTable.headers(PLAN, "True", WireHeaders.IS_UPSERT, "True"),
                AccessTable.headers(PLAN, "True", BATCH, "True", PK, K),
                AccessTable.headers(BATCH, "True", WireHeaders.BATCH_ATOMIC, "True", PK, K),
                AccessTable.headers(BATCH, "True", WireHeaders.BATCH_ATOMIC, "True", PK, X),
                AccessTable.headers(BATCH, "True", WireHeaders.BATCH_ATOMIC, "True", IS_QUERY, "True", PK, K),
                AccessTable.headers(WireHeaders.IS_UPSERT, "True", PK, K),
                AccessTable.headers(WireHeaders.IS_UPSERT, "True", IS_QUERY, "True", PK, K),
                AccessTable.headers(WireHeaders.A_IM, "Incremental feed"),
                AccessTable.headers(WireHeaders.A_IM, "Incremental feed", PLAN, "True"),
                AccessTable.headers(WireHeaders.A_IM, "Incremental feed", PK, K),
                AccessTable.headers(WireHeaders.PARTITION_KEY_RANGE_ID, "0"),
                AccessTable.headers(WireHeaders.PARTITION_KEY_RANGE_ID, "0", PLAN, "True"),
                AccessTable.headers(WireHeaders.PARTITION_KEY_RANGE_ID, "0", PK, K),
                AccessTable.headers(WireHeaders.START_EPK, "", WireHeaders.END_EPK, "FF", PK, K),
                AccessTable.headers(WireHeaders.CONTINUATION, continuation, PK, K),
                AccessTable.headers(WireHeaders.CONTINUATION, continuation, PLAN, "True"),
                AccessTable.headers("x-http-method-override", "GET", PK, K),
                AccessTable.headers("x-http-method", "DELETE", "x-ms-method", "GET"),
                AccessTable.headers(
                        WireHeaders.REPLICA_PATH, "/apps/mayfly/services/account/partitions/M/replicas/1p")));
        return all;
    }

    private WireResponse send(Caller caller, Ask ask, String path, String query, String key) {
        Map<String, String> headers = new TreeMap<>(ask.headers());
        String authorization = table.authorization(caller, ask);
        if (authorization != null) {
            headers.put(WireHeaders.AUTHORIZATION, authorization);
        }
        byte[] body = AccessTable.body(ask, key).getBytes(StandardCharsets.UTF_8);
        AtomicReference<@Nullable WireResponse> answer = new AtomicReference<>();
        table.gateway()
                .handle(
                        new WireRequest(
                                ask.verb(),
                                path,
                                name -> headers.get(name.toLowerCase(Locale.ROOT)),
                                body,
                                "http://localhost",
                                query),
                        answer::set);
        return Invariant.present(answer.get(), "the gateway answers at once");
    }

    private void check(Caller caller, Ask ask, String path, String query) {
        boolean hasBody = ask.verb() == Verb.POST || ask.verb() == Verb.PUT;
        for (String key : hasBody ? List.of("k", "x") : List.of("k")) {
            WireResponse response = send(caller, ask, path, query, key);
            table.check(caller, ask, response.status(), new String(response.body(), StandardCharsets.UTF_8));
        }
    }

    private void checkAll(List<String> paths, List<Map<String, String>> headerSets) {
        for (Map<String, String> headers : headerSets) {
            for (String path : paths) {
                for (Verb verb : Verb.values()) {
                    for (Caller caller : Caller.values()) {
                        Ask ask = new Ask(verb, path, false, headers);
                        if (AccessTable.isWorthAsking(caller, ask)) {
                            check(caller, ask, path, "");
                        }
                    }
                }
            }
        }
    }

    @Test
    void everybodyMayDoWithItemsWhatTheRulesSayAndNothingElse() {
        checkAll(ITEM_PATHS, headers());
    }

    @Test
    void everybodyMayDoWithOtherResourcesWhatTheRulesSayAndNothingElse() {
        checkAll(OTHER_PATHS, fewHeaders());
    }

    @Test
    void addressesAreToldToWhoeverMayReadThePartitionsHoweverManySlashesThePathHas() {
        List<String> subjects = List.of("/dbs/db/colls/c/docs", "/dbs/db/colls/other/docs", "/dbs");
        for (String subject : subjects) {
            for (String path : List.of("/addresses", "/addresses/", "//addresses/", "///addresses")) {
                for (Map<String, String> headers : fewHeaders()) {
                    for (Caller caller : Caller.values()) {
                        check(
                                caller,
                                new Ask(Verb.GET, subject, true, headers),
                                path,
                                "$resolveFor=" + subject.substring(1) + "&$filter=protocol%20eq%20rntbd");
                    }
                }
            }
        }
    }

    @Test
    void aTokenForAKeyFindsAddressesWithTwoSlashes() {
        Ask ask = new Ask(Verb.GET, "/dbs/db/colls/c/docs", true, AccessTable.headers());
        WireResponse response = send(Caller.KEY_READ, ask, "//addresses/", "$resolveFor=dbs/db/colls/c/docs", "k");
        assertThat(response.status()).isEqualTo(200);
    }

    @Test
    void aGetIsNeverAQuery() {
        List<Integer> statuses = new ArrayList<>();
        for (String path : List.of("/dbs", "/dbs/db/colls/c/conflicts", "/dbs/db/users/ann/permissions", "/offers")) {
            Ask ask = new Ask(Verb.GET, path, false, AccessTable.headers(IS_QUERY, "True"));
            statuses.add(send(Caller.OWNER, ask, path, "", "k").status());
        }
        assertThat(statuses).containsOnly(200);
    }
}
