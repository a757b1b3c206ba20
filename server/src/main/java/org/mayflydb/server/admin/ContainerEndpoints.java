package org.mayflydb.server.admin;

import java.util.List;
import java.util.Map;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.base.UnsupportedException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.database.Engine;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.server.protocol.ResourceAddress;
import org.mayflydb.server.protocol.WireRequest;

/** What may be asked about one container: {@code /_mayfly/databases/{db}/containers/{c}/{endpoint}}. */
public final class ContainerEndpoints {
    private static final int SEGMENTS = 6;

    private final Engine engine;
    private final Map<String, ContainerEndpoint> endpoints = Map.of(
            "explain", new ExplainEndpoint(),
            "forecast", new ForecastEndpoint(),
            "what-if", new WhatIfEndpoint(),
            "lag", new LagEndpoint(),
            "expired", new ExpiredEndpoint(),
            "restore", new RestoreEndpoint(),
            "purge", new PurgeEndpoint());

    public ContainerEndpoints(Engine engine) {
        this.engine = engine;
    }

    /** Answers a request whose path begins with {@code /_mayfly/}. */
    JsonObject answer(WireRequest request) {
        List<String> path = ResourceAddress.parse(request.path()).segments();
        ContainerEndpoint endpoint = path.size() == SEGMENTS
                        && path.get(1).equals("databases")
                        && path.get(3).equals("containers")
                ? endpoints.get(path.get(5))
                : null;
        if (endpoint == null) {
            throw NotFoundException.resource();
        }
        ContainerRecord container = engine.container(path.get(2), path.get(4));
        ContainerEndpoint.Target target = new ContainerEndpoint.Target(container, engine.watchedItems(container));
        return switch (request.verb()) {
            case GET -> endpoint.show(target, QueryParameters.parse(request.query(), endpoint.parameters()));
            case POST -> endpoint.run(target, body(request));
            default -> throw UnsupportedException.method(request.verb().name());
        };
    }

    private static JsonObject body(WireRequest request) {
        if (request.body().length == 0) {
            return JsonObject.empty();
        }
        if (JsonValue.parse(request.body()) instanceof JsonObject object) {
            return object;
        }
        throw new BadRequestException("The parameters of a command are a JSON object.");
    }
}
