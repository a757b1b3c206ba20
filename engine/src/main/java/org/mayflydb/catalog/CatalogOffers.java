package org.mayflydb.catalog;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.charge.Throughput;

/** The provisioned throughput of databases and containers. */
public final class CatalogOffers {
    private final Catalog catalog;

    CatalogOffers(Catalog catalog) {
        this.catalog = catalog;
    }

    /** The offer with the newest number; null without throughput. */
    static @Nullable Offer first(CatalogTransaction change, @Nullable Throughput throughput) {
        return throughput == null
                ? null
                : new Offer(
                        change.state().counters().offer(),
                        throughput,
                        throughput.unitsMax(),
                        change.now(),
                        change.etag());
    }

    /**
     * Gives a container another throughput. It must have an offer of its own.
     *
     * @param throughput from the present offer to its new throughput; without side effects
     * @param ifMatch the ETag that the offer must have, {@code *} or null for any
     */
    public ContainerRecord replace(
            ContainerRecord container, Function<Offer, Throughput> throughput, @Nullable String ifMatch) {
        return catalog.change(change -> {
            ContainerRecord current =
                    change.state().container(container.database().id(), container.id());
            ContainerRecord replaced = current.withOffer(replaced(change, current.offer(), throughput, ifMatch));
            change.put(replaced);
            return replaced;
        });
    }

    /**
     * Gives the containers of a database another throughput to share. It must have an offer.
     *
     * @param throughput from the present offer to its new throughput; without side effects
     * @param ifMatch the ETag that the offer must have, {@code *} or null for any
     */
    public DatabaseRecord replace(
            DatabaseRecord database, Function<Offer, Throughput> throughput, @Nullable String ifMatch) {
        return catalog.change(change -> {
            DatabaseRecord current = change.state().entry(database.id()).database();
            DatabaseRecord replaced = current.withOffer(replaced(change, current.offer(), throughput, ifMatch));
            change.put(replaced);
            return replaced;
        });
    }

    private static Offer replaced(
            CatalogTransaction change,
            @Nullable Offer present,
            Function<Offer, Throughput> throughput,
            @Nullable String ifMatch) {
        if (present == null) {
            throw NotFoundException.resource();
        }
        CatalogTransaction.checkMatch(present.etag(), ifMatch);
        return present.with(throughput.apply(present), change.now(), change.etag());
    }
}
