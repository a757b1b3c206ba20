package org.mayflydb.server.admin;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.mayflydb.forecast.Amount;
import org.mayflydb.forecast.Bucket;
import org.mayflydb.forecast.Forecast;
import org.mayflydb.forecast.Precision;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.ttl.ExpiryRule;

/** What several commands answer, as JSON. Seconds are those since 1970; null is a time that never comes. */
final class AdminJson {
    private AdminJson() {}

    static JsonValue orNull(@Nullable JsonValue value) {
        return value == null ? JsonNull.NULL : value;
    }

    static JsonValue orNull(OptionalLong value) {
        return value.isEmpty() ? JsonNull.NULL : JsonNumber.of(value.getAsLong());
    }

    static JsonValue deadline(long second) {
        return second == ExpiryRule.NEVER ? JsonNull.NULL : JsonNumber.of(second);
    }

    static JsonObject of(Amount amount) {
        return JsonObject.builder()
                .put("items", amount.items())
                .put("bytes", amount.bytes())
                .build();
    }

    static JsonObject of(Forecast forecast) {
        List<JsonValue> buckets = new ArrayList<>();
        for (Bucket bucket : forecast.buckets()) {
            buckets.add(JsonObject.builder()
                    .put("after", bucket.afterSecond())
                    .put("until", bucket.untilSecond())
                    .put("items", bucket.amount().items())
                    .put("bytes", bucket.amount().bytes())
                    .build());
        }
        return JsonObject.builder()
                .put("now", forecast.now())
                .put("live", of(forecast.live()))
                .put("expired", of(forecast.expired()))
                .put("buckets", new JsonArray(buckets))
                .put("later", of(forecast.later()))
                .put("never", of(forecast.never()))
                .build();
    }

    /** The object, and how true its numbers are. */
    static JsonObject with(JsonObject answer, Precision precision) {
        return answer.with("exact", JsonBoolean.of(precision.exact()))
                .with("entries", JsonNumber.of(precision.entries()))
                .with("errorItems", JsonNumber.of(precision.errorItems()))
                .with("errorBytes", JsonNumber.of(precision.errorBytes()));
    }
}
