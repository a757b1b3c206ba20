package org.mayflydb.server.admin;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.Invariant;
import org.mayflydb.item.write.ItemResult;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.ttl.Lifetime;

/**
 * Brings back an item that has expired and is not purged yet: {@code {"id": "a", "partitionKey": ["p"], "ttl": 3600}}. The
 * item is written again with that lifetime; without one it inherits its container's.
 */
final class RestoreEndpoint implements ContainerEndpoint {
    private static final Set<String> MEMBERS = Set.of("id", "partitionKey", "ttl");

    @Override
    public JsonObject run(Target target, JsonObject parameters) {
        for (String name : parameters.members().keySet()) {
            if (!MEMBERS.contains(name)) {
                throw new BadRequestException("There is no parameter '" + name + "' here.");
            }
        }
        if (!(parameters.get("id") instanceof JsonString id)) {
            throw new BadRequestException("The parameter 'id' is missing.");
        }
        JsonValue key = parameters.get("partitionKey");
        ItemResult result = target.items()
                .writer()
                .restore(
                        id.value(),
                        ExplainEndpoint.partitionKey(target, key == null ? null : key.toString()),
                        lifetime(parameters.get("ttl")))
                .join();
        return JsonObject.ofText(
                Invariant.present(result.item(), "a write has an item").json());
    }

    private static Lifetime lifetime(@Nullable JsonValue ttl) {
        if (ttl == null || ttl instanceof JsonNull) {
            return Lifetime.INHERIT;
        }
        String text = ttl.toString();
        return Lifetime.parse(text).orElseThrow(() -> Lifetime.invalid(text));
    }
}
