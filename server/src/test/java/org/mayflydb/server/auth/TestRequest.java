package org.mayflydb.server.auth;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireRequest.Verb;

/** A request that is put together header by header. */
record TestRequest(Verb verb, String path, Map<String, String> headers) {

    static TestRequest of(Verb verb, String path) {
        return new TestRequest(verb, path, Map.of(WireHeaders.DATE, TestAccount.DATE));
    }

    static TestRequest get(String path) {
        return of(Verb.GET, path);
    }

    static TestRequest post(String path) {
        return of(Verb.POST, path);
    }

    TestRequest with(String name, String value) {
        Map<String, String> more = new TreeMap<>(headers);
        more.put(name, value);
        return new TestRequest(verb, path, more);
    }

    TestRequest without(String name) {
        Map<String, String> fewer = new TreeMap<>(headers);
        fewer.remove(name);
        return new TestRequest(verb, path, fewer);
    }

    TestRequest withKey(String partitionKey) {
        return with(WireHeaders.PARTITION_KEY, partitionKey);
    }

    TestRequest authorized(String header) {
        return with(WireHeaders.AUTHORIZATION, header);
    }

    /** Signed over this type and link with the date that the request has. */
    TestRequest signed(String key, String type, String link) {
        return authorized(TestAccount.signed(key, verb.name(), type, link, TestAccount.DATE));
    }

    WireRequest toWire() {
        return new WireRequest(
                verb, path, name -> headers.get(name.toLowerCase(Locale.ROOT)), new byte[0], "http://localhost");
    }
}
