package org.mayflydb.server.admin;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.item.expiry.Explanation;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.ttl.ContainerTtl;
import org.mayflydb.ttl.Lifetime;

/** Why and when an item expires: {@code ?id=a&partitionKey=["p"]}. */
final class ExplainEndpoint implements ContainerEndpoint {
    private static final int FOREVER = -1;

    @Override
    public Set<String> parameters() {
        return Set.of("id", "partitionKey");
    }

    @Override
    public JsonObject show(Target target, QueryParameters parameters) {
        String key = parameters.find("partitionKey");
        return json(target.items().expiry().explain(parameters.required("id"), partitionKey(target, key)));
    }

    /** The key that is given, which only containers from before partition keys can do without. */
    static PartitionKey partitionKey(Target target, @Nullable String text) {
        if (text != null) {
            return PartitionKey.parse(text);
        }
        if (target.container().properties().partitionKey().systemKey()) {
            return PartitionKey.NONE;
        }
        throw new BadRequestException("The partition key is missing: a JSON array, such as [\"p\"].");
    }

    private static JsonObject json(Explanation explanation) {
        JsonObject.Builder json = JsonObject.builder()
                .put("state", explanation.state().name())
                .put("now", explanation.now())
                .put("defaultTtl", AdminJson.orNull(defaultTtl(explanation.ttl())));
        Explanation.Life life = explanation.life();
        if (life == null) {
            return json.build();
        }
        if (explanation.ttl().clockPath() != null) {
            json.put("ttlPropertyPath", explanation.ttl().clockPath().toString());
        }
        return json.put("rule", life.origin().name())
                .put("ttl", AdminJson.orNull(ttl(life.lifetime())))
                .put("timestamp", life.timestamp())
                .put("countsFrom", life.start())
                .put("deadline", AdminJson.deadline(life.deadline()))
                .put("secondsLeft", AdminJson.orNull(explanation.secondsLeft()))
                .build();
    }

    private static @Nullable JsonNumber defaultTtl(ContainerTtl ttl) {
        return switch (ttl.mode()) {
            case OFF -> null;
            case OWN_ONLY -> JsonNumber.of(FOREVER);
            case DEFAULT -> JsonNumber.of(ttl.defaultSeconds());
        };
    }

    private static @Nullable JsonNumber ttl(Lifetime lifetime) {
        return switch (lifetime.kind()) {
            case INHERIT -> null;
            case NEVER -> JsonNumber.of(FOREVER);
            case SECONDS -> JsonNumber.of(lifetime.seconds());
        };
    }
}
