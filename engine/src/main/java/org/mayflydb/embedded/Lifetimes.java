package org.mayflydb.embedded;

import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.catalog.TimeToLive;
import org.mayflydb.database.Engine;
import org.mayflydb.forecast.Effort;
import org.mayflydb.forecast.Forecast;
import org.mayflydb.forecast.Forecaster;
import org.mayflydb.forecast.Horizon;
import org.mayflydb.forecast.WhatIf;
import org.mayflydb.item.Items;
import org.mayflydb.item.expiry.ExpiredPage;
import org.mayflydb.item.expiry.Explanation;
import org.mayflydb.item.expiry.PurgeProgress;
import org.mayflydb.item.expiry.PurgeResult;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.ttl.ContainerTtl;
import org.mayflydb.ttl.Lifetime;

/** What becomes of the items of a container. Looking at it counts as no request and restarts no lifetime. */
public final class Lifetimes {
    private final Engine engine;
    private final String databaseId;
    private final String containerId;
    private final @Nullable ItemMapper mapper;

    Lifetimes(Engine engine, String databaseId, String containerId, @Nullable ItemMapper mapper) {
        this.engine = engine;
        this.databaseId = databaseId;
        this.containerId = containerId;
        this.mapper = mapper;
    }

    /** Why and when an item expires. There need be none: then the explanation says that it is absent. */
    public Explanation explain(String itemId, PartitionKey partitionKey) {
        return items().expiry().explain(itemId, partitionKey);
    }

    /** How many items expire when, from the next minute to the next years. */
    public Forecast forecast() {
        return forecast(Horizon.AUTOMATIC);
    }

    public Forecast forecast(Horizon horizon) {
        return Forecaster.forecast(items(), horizon, Effort.DEFAULT);
    }

    /**
     * What another default would do: what it would remove at once and later, and what it would bring back.
     *
     * @param defaultTtlSeconds -1 for time to live without a default; null to switch it off
     */
    public WhatIf whatIf(@Nullable Integer defaultTtlSeconds, Horizon horizon) {
        Items items = items();
        Integer checked =
                defaultTtlSeconds == null ? null : (Integer) TimeToLive.seconds(JsonNumber.of(defaultTtlSeconds));
        ContainerTtl proposed = ContainerTtl.of(checked, items.ttl().clockPath());
        return Forecaster.whatIf(items, proposed, horizon, Effort.DEFAULT);
    }

    /**
     * Items that have expired and are not purged yet.
     *
     * @param continuation from the page before; null for the first
     */
    public ExpiredPage peek(int itemsMax, @Nullable String continuation) {
        return items().expiry().expired(itemsMax, continuation);
    }

    /**
     * Brings back an item that has expired and is not purged yet: it is written again, with this lifetime of its own or
     * none, and lives from now.
     */
    public Item restore(String itemId, PartitionKey partitionKey, Lifetime lifetime) {
        return new Item(
                Invariant.present(
                        items().writer()
                                .restore(itemId, partitionKey, lifetime)
                                .join()
                                .item(),
                        "a write has an item"),
                mapper);
    }

    /** Deletes what has expired for good, until nothing is left. */
    public PurgeResult purgeNow() {
        return items().removal().purgeAll();
    }

    /** How far deletion is behind, and how fast it is. */
    public PurgeProgress purgeProgress() {
        return items().removal().progress(Long.MAX_VALUE);
    }

    private Items items() {
        return engine.watchedItems(engine.container(databaseId, containerId));
    }
}
