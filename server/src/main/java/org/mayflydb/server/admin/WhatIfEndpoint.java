package org.mayflydb.server.admin;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.forecast.Effort;
import org.mayflydb.forecast.Forecaster;
import org.mayflydb.forecast.WhatIf;
import org.mayflydb.json.JsonObject;
import org.mayflydb.ttl.ContainerTtl;
import org.mayflydb.ttl.Lifetime;

/** What another default would do: {@code ?defaultTtl=3600}, or -1, or off; with the buckets of a forecast. */
final class WhatIfEndpoint implements ContainerEndpoint {
    private static final String DEFAULT_TTL = "defaultTtl";
    private static final String OFF = "off";
    private static final int FOREVER = -1;

    @Override
    public Set<String> parameters() {
        return Set.of(DEFAULT_TTL, ForecastEndpoint.BUCKET_SECONDS, ForecastEndpoint.BUCKETS);
    }

    @Override
    public JsonObject show(Target target, QueryParameters parameters) {
        ContainerTtl proposed = ContainerTtl.of(
                seconds(parameters.required(DEFAULT_TTL)), target.items().ttl().clockPath());
        WhatIf whatIf =
                Forecaster.whatIf(target.items(), proposed, ForecastEndpoint.horizon(parameters), Effort.DEFAULT);
        JsonObject answer = JsonObject.builder()
                .put("removed", AdminJson.of(whatIf.removed()))
                .put("broughtBack", AdminJson.of(whatIf.broughtBack()))
                .put("present", AdminJson.of(whatIf.present()))
                .put("proposed", AdminJson.of(whatIf.proposed()))
                .build();
        return AdminJson.with(answer, whatIf.present().precision());
    }

    private static @Nullable Integer seconds(String text) {
        if (text.equals(OFF)) {
            return null;
        }
        if (text.isEmpty()) {
            throw new BadRequestException("The parameter 'defaultTtl' is a number of seconds, -1 or off.");
        }
        Lifetime lifetime = Lifetime.parse(text).orElseThrow(() -> Lifetime.invalid(text));
        return lifetime.kind() == Lifetime.Kind.NEVER ? FOREVER : lifetime.seconds();
    }
}
