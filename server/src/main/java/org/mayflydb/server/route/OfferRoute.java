package org.mayflydb.server.route;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.base.UnsupportedException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.catalog.DatabaseRecord;
import org.mayflydb.catalog.Offer;
import org.mayflydb.charge.RequestCharge;
import org.mayflydb.charge.Throughput;
import org.mayflydb.database.Engine;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.server.protocol.ResourceType;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;

/** {@code /offers}: the throughput of databases and containers. */
final class OfferRoute implements ImmediateRoute {
    private final Engine engine;

    OfferRoute(Engine engine) {
        this.engine = engine;
    }

    /** What has an offer: a database, or one of its containers. */
    private record Owner(DatabaseRecord database, @Nullable ContainerRecord container) {
        Offer offer() {
            Offer offer = container == null ? database.offer() : container.offer();
            return Invariant.present(offer, "an owner has an offer");
        }

        /** Whether partitions are still to be split. */
        boolean isPending() {
            return container != null && container.partitions().size() < container.partitionsWanted();
        }

        JsonObject toJson() {
            return container == null
                    ? offer().toJson(database.rid(), database.link())
                    : offer().toJson(container.rid(), container.link());
        }
    }

    @Override
    public WireResponse answer(Exchange exchange) {
        if (engine.units().rules().serverless()) {
            throw new BadRequestException("Reading or replacing offers is not supported for serverless accounts.");
        }
        Map<String, Owner> owners = owners();
        if (exchange.address().isFeed()) {
            return switch (exchange.verb()) {
                case GET -> list(exchange, owners.values());
                case POST -> {
                    if (!exchange.isQuery()) {
                        throw UnsupportedException.method(exchange.verb().name());
                    }
                    yield list(exchange, owners.values());
                }
                default -> throw UnsupportedException.method(exchange.verb().name());
            };
        }
        Owner owner = owners.get(exchange.address().id(0));
        if (owner == null) {
            throw NotFoundException.resource();
        }
        return switch (exchange.verb()) {
            case GET -> show(exchange, RequestCharge.METADATA, owner);
            case PUT -> show(exchange, RequestCharge.METADATA_WRITE, replace(owner, exchange));
            default -> throw UnsupportedException.method(exchange.verb().name());
        };
    }

    private static WireResponse list(Exchange exchange, Collection<Owner> owners) {
        return ResourceList.answer(
                exchange,
                ResourceType.OFFER,
                "",
                owners.stream().map(Owner::toJson).toList());
    }

    private static WireResponse show(Exchange exchange, double charge, Owner owner) {
        return exchange.resource(200, charge, owner.toJson())
                .header(
                        WireHeaders.MIN_THROUGHPUT,
                        Integer.toString(owner.offer().unitsMin()))
                .header(WireHeaders.OFFER_REPLACE_PENDING, Boolean.toString(owner.isPending()));
    }

    private Owner replace(Owner owner, Exchange exchange) {
        JsonObject body = exchange.jsonBody();
        checkRid(owner, body);
        if (!(body.get("content") instanceof JsonObject content)) {
            throw new BadRequestException("An offer has a member 'content'.");
        }
        Function<Offer, Throughput> throughput = offer -> throughput(offer, content, exchange.request());
        String ifMatch = exchange.ifMatch();
        return owner.container == null
                ? new Owner(engine.replaceOffer(owner.database, throughput, ifMatch), null)
                : new Owner(owner.database, engine.replaceOffer(owner.container, throughput, ifMatch));
    }

    private static void checkRid(Owner owner, JsonObject body) {
        JsonValue rid = body.get("_rid");
        if (rid != null && !rid.equals(new JsonString(owner.offer().rid().toString()))) {
            throw new BadRequestException("The '_rid' in the body is not that of the offer in the path.");
        }
    }

    /** Returns what the throughput is changed to. Only a header changes it between fixed and autoscale, never the content. */
    private static Throughput throughput(Offer offer, JsonObject content, WireRequest request) {
        boolean autoscale = offer.throughput().autoscale();
        JsonObject settings = content.get("offerAutopilotSettings") instanceof JsonObject sent ? sent : null;
        boolean migrates = request.flag(autoscale ? WireHeaders.MIGRATE_TO_MANUAL : WireHeaders.MIGRATE_TO_AUTOSCALE);
        if (autoscale && settings == null) {
            throw new BadRequestException(WireHeaders.MIGRATE_TO_MANUAL
                    + " must be supplied and offercontent must contain autopilotSettings for migration of autoscale"
                    + " collection to manual throughput");
        }
        if (!autoscale && settings != null) {
            throw new BadRequestException(WireHeaders.MIGRATE_TO_AUTOSCALE
                    + " must be supplied and offercontent must not contain autopilotSettings for migration from manual"
                    + " throughput to autoscale.");
        }
        if (migrates) {
            return offer.throughput().migrated(offer.unitsHighest());
        }
        return settings == null
                ? Throughput.manual(ThroughputHeaders.number(content.get("offerThroughput")))
                : ThroughputHeaders.autoscale(settings);
    }

    private Map<String, Owner> owners() {
        Map<String, Owner> owners = new TreeMap<>();
        for (DatabaseRecord database : engine.databases()) {
            if (database.offer() != null) {
                owners.put(database.offer().rid().toString(), new Owner(database, null));
            }
            for (ContainerRecord container : engine.containers(database.id())) {
                if (container.offer() != null) {
                    owners.put(container.offer().rid().toString(), new Owner(database, container));
                }
            }
        }
        return owners;
    }
}
