package org.mayflydb.server.route;

import java.util.Map;
import java.util.TreeMap;
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
                case GET, POST ->
                    ResourceList.answer(
                            exchange,
                            ResourceType.OFFER,
                            "",
                            owners.values().stream().map(Owner::toJson).toList());
                default -> throw UnsupportedException.method(exchange.verb().name());
            };
        }
        Owner owner = owners.get(exchange.address().id(0));
        if (owner == null) {
            throw NotFoundException.resource();
        }
        return switch (exchange.verb()) {
            case GET -> show(exchange, RequestCharge.METADATA, owner);
            case PUT ->
                show(exchange, RequestCharge.METADATA_WRITE, replace(owner, exchange.jsonBody(), exchange.ifMatch()));
            default -> throw UnsupportedException.method(exchange.verb().name());
        };
    }

    private static WireResponse show(Exchange exchange, double charge, Owner owner) {
        return exchange.resource(200, charge, owner.toJson())
                .header(
                        WireHeaders.MIN_THROUGHPUT,
                        Integer.toString(owner.offer().throughput().unitsMin()))
                .header(WireHeaders.OFFER_REPLACE_PENDING, Boolean.toString(owner.isPending()));
    }

    private Owner replace(Owner owner, JsonObject body, @Nullable String ifMatch) {
        checkRid(owner, body);
        Throughput throughput = throughput(body);
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

    private static Throughput throughput(JsonObject body) {
        if (!(body.get("content") instanceof JsonObject content)) {
            throw new BadRequestException("An offer has a member 'content'.");
        }
        // A client that changes autoscale sends only these settings; one that read them sends both back.
        return content.get("offerAutopilotSettings") instanceof JsonObject settings
                ? Throughput.autoscale(ThroughputHeaders.number(settings.get("maxThroughput")))
                : Throughput.manual(ThroughputHeaders.number(content.get("offerThroughput")));
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
