package org.mayflydb.server.route;

import java.util.ArrayList;
import java.util.List;
import org.mayflydb.catalog.IndexingPolicy;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;

/**
 * The deprecated parts of indexing policies, lazy indexing, indexing on request and kinds of index for each path, which
 * clients of old API versions set and expect to get back. Since {@link #WITHOUT_OLD_FORMS} the service stores lazy as
 * consistent, indexes every item unless the mode is none, and does not return the kinds.
 */
final class IndexingForms {
    private static final String WITHOUT_OLD_FORMS = "2020-07-15";

    private static final String POLICY = "indexingPolicy";
    private static final String MODE = "indexingMode";
    private static final String AUTOMATIC = "automatic";
    private static final String PATHS = "includedPaths";
    private static final String KINDS = "indexes";

    private IndexingForms() {}

    /** Returns the body of a request to create or replace a container with the policy that its API version stands for. */
    static JsonObject accepted(WireRequest request, JsonObject body) {
        if (isOld(request) || !(body.get(POLICY) instanceof JsonObject policy)) {
            return body;
        }
        JsonObject accepted = isMode(policy, IndexingPolicy.Mode.LAZY)
                ? policy.with(MODE, new JsonString(IndexingPolicy.Mode.CONSISTENT.wireName()))
                : policy;
        boolean isOff = policy.get(AUTOMATIC) instanceof JsonBoolean automatic && !automatic.value();
        if (isOff && !isMode(policy, IndexingPolicy.Mode.NONE)) {
            accepted = accepted.with(AUTOMATIC, JsonBoolean.of(true));
        }
        return body.with(POLICY, accepted);
    }

    private static boolean isMode(JsonObject policy, IndexingPolicy.Mode mode) {
        return policy.get(MODE) instanceof JsonString text && text.value().equalsIgnoreCase(mode.wireName());
    }

    /** Returns a container with the policy that the API version of the request shows. */
    static JsonObject shown(WireRequest request, JsonObject container) {
        if (!isOld(request)
                && container.get(POLICY) instanceof JsonObject policy
                && policy.get(PATHS) instanceof JsonArray paths
                && paths.elements().stream().anyMatch(IndexingForms::hasKinds)) {
            List<JsonValue> plain = new ArrayList<>();
            for (JsonValue path : paths.elements()) {
                plain.add(((JsonObject) path).without(KINDS));
            }
            return container.with(POLICY, policy.with(PATHS, new JsonArray(plain)));
        }
        return container;
    }

    private static boolean hasKinds(JsonValue path) {
        return path instanceof JsonObject object && object.get(KINDS) != null;
    }

    private static boolean isOld(WireRequest request) {
        String version = request.header(WireHeaders.VERSION);
        return version != null && version.compareTo(WITHOUT_OLD_FORMS) < 0;
    }
}
