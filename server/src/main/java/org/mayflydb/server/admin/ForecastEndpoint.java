package org.mayflydb.server.admin;

import java.util.Set;
import org.mayflydb.forecast.Effort;
import org.mayflydb.forecast.Forecast;
import org.mayflydb.forecast.Forecaster;
import org.mayflydb.forecast.Horizon;
import org.mayflydb.json.JsonObject;

/** When items expire: {@code ?bucketSeconds=3600&buckets=24}, or without both from a minute to years. */
final class ForecastEndpoint implements ContainerEndpoint {
    static final String BUCKET_SECONDS = "bucketSeconds";
    static final String BUCKETS = "buckets";

    private static final int BUCKETS_DEFAULT = 24;

    @Override
    public Set<String> parameters() {
        return Set.of(BUCKET_SECONDS, BUCKETS);
    }

    @Override
    public JsonObject show(Target target, QueryParameters parameters) {
        Forecast forecast = Forecaster.forecast(target.items(), horizon(parameters), Effort.DEFAULT);
        return AdminJson.with(AdminJson.of(forecast), forecast.precision());
    }

    /** Who gives a number of buckets must say how long they are. */
    static Horizon horizon(QueryParameters parameters) {
        if (parameters.find(BUCKET_SECONDS) == null && parameters.find(BUCKETS) == null) {
            return Horizon.AUTOMATIC;
        }
        parameters.required(BUCKET_SECONDS);
        return Horizon.even(
                parameters.number(BUCKET_SECONDS, 1, 1, Integer.MAX_VALUE),
                parameters.number(BUCKETS, BUCKETS_DEFAULT, 1, Horizon.BUCKETS_MAX));
    }
}
