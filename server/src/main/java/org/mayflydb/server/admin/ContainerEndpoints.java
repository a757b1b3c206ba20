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

/** What may be asked about one container: {@code /_mayfly/databases/{db}/containers/{c}/{command}}. */
public final class ContainerCommands {
    private static final int SEGMENTS = 6;

    private final Engine engine;
    private final Map<String, ContainerCommand> commands = Map.of(
            "explain", new ExplainCommand(),
            "forecast", new ForecastCommand(),
            "what-if", new WhatIfCommand(),
            "lag", new LagCommand(),
            "expired", new ExpiredCommand(),
            "restore", new RestoreCommand(),
            "purge", new PurgeCommand());

    public ContainerCommands(Engine engine) {
        this.engine = engine;
    }

    /** Answers a request whose path begins with {@code /_mayfly/}. */
    JsonObject answer(WireRequest request) {
        List<String> path = ResourceAddress.parse(request.path()).segments();
        ContainerCommand command = path.size() == SEGMENTS
                        && path.get(1).equals("databases")
                        && path.get(3).equals("containers")
                ? commands.get(path.get(5))
                : null;
        if (command == null) {
            throw NotFoundException.resource();
        }
        ContainerRecord container = engine.container(path.get(2), path.get(4));
        ContainerCommand.Target target = new ContainerCommand.Target(container, engine.watchedItems(container));
        return switch (request.verb()) {
            case GET -> command.show(target, QueryParameters.parse(request.query(), command.parameters()));
            case POST -> command.run(target, body(request));
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
