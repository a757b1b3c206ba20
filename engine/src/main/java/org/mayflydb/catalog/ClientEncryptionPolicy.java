package org.mayflydb.catalog;

import java.util.Map;
import java.util.Objects;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

/** Which properties of a container's items clients encrypt, and with which keys. It never changes. */
public final class ClientEncryptionPolicy {
    static final String NAME = "clientEncryptionPolicy";
    private static final String PATHS = "includedPaths";

    private ClientEncryptionPolicy() {}

    /** Whether items have encrypted properties. */
    public static boolean isIn(ContainerProperties properties) {
        JsonValue policy = properties.keptPolicies().get(NAME);
        return policy != null && !PolicyReader.of(NAME, policy).elements(PATHS).isEmpty();
    }

    /** Checks the policy of a new container. Clients check what does not depend on the keys of the database. */
    static void check(ContainerProperties properties, Map<String, ClientEncryptionKey> keys) {
        JsonValue policy = properties.keptPolicies().get(NAME);
        if (policy == null) {
            return;
        }
        for (PolicyReader path : PolicyReader.of(NAME, policy).objects(PATHS)) {
            String key = path.text("clientEncryptionKeyId");
            if (!keys.containsKey(key)) {
                throw new BadRequestException("ClientEncryptionKey with id '[" + key + "]' does not exist.");
            }
        }
    }

    static void checkUnchanged(JsonObject current, JsonObject replacement) {
        if (!Objects.equals(current.get(NAME), replacement.get(NAME))) {
            throw new BadRequestException("'" + NAME + "' cannot be changed as part of collection replace operation.");
        }
    }
}
