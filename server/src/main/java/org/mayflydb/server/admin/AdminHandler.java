package org.mayflydb.server.admin;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.TooBusyException;
import org.mayflydb.base.TooLargeException;
import org.mayflydb.base.UnauthorizedException;
import org.mayflydb.base.UnsupportedException;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.server.auth.Actors;
import org.mayflydb.server.auth.KeyRing;
import org.mayflydb.server.auth.Principal;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.protocol.WireResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers what operators ask, and passes everything else on. */
public final class AdminHandler implements RequestHandler {
    private static final Logger LOG = LoggerFactory.getLogger(AdminHandler.class);

    private static final String PREFIX = "/_mayfly/";

    private final RequestHandler gateway;
    private final Actors actors;
    private final Executor workers;
    private final Map<String, AdminEndpoint> endpoints;
    private final ContainerEndpoints containerEndpoints;
    private final Map<String, TextPage> pages;
    private final Map<String, TextPage> guardedPages;

    /** A page of text. */
    public record TextPage(String contentType, Supplier<String> text) {}

    /**
     * @param pages those that anybody may read, by their whole path
     * @param guardedPages those that want a key, by the part of their path after {@code /_mayfly/}
     * @param endpoints by the part of their path after {@code /_mayfly/}
     * @param containerEndpoints what may be asked about one container
     */
    public AdminHandler(
            RequestHandler gateway,
            KeyRing keys,
            Executor workers,
            Map<String, TextPage> pages,
            Map<String, TextPage> guardedPages,
            Map<String, AdminEndpoint> endpoints,
            ContainerEndpoints containerEndpoints) {
        this.gateway = gateway;
        this.actors = new Actors(keys);
        this.workers = workers;
        this.pages = Map.copyOf(pages);
        this.guardedPages = Map.copyOf(guardedPages);
        this.endpoints = Map.copyOf(endpoints);
        this.containerEndpoints = containerEndpoints;
    }

    @Override
    public void handle(WireRequest request, Consumer<WireResponse> reply) {
        TextPage page = pages.get(request.path());
        if (page != null && (request.verb() == Verb.GET || request.verb() == Verb.HEAD)) {
            execute(reply, () -> show(page));
        } else if (request.path().startsWith(PREFIX)) {
            // Before a worker is taken, of which strangers get none.
            WireResponse refused = refusalOf(request);
            if (refused != null) {
                reply.accept(refused);
            } else {
                execute(reply, () -> answer(request));
            }
        } else {
            gateway.handle(request, reply);
        }
    }

    @Override
    public @Nullable WireResponse refusal(WireRequest head) {
        if (pages.containsKey(head.path())) {
            return failed(new TooLargeException("This page takes no body."));
        }
        return head.path().startsWith(PREFIX) ? refusalOf(head) : gateway.refusal(head);
    }

    /** Returns the refusal for a caller without access to the admin API; null if access is granted. */
    private @Nullable WireResponse refusalOf(WireRequest request) {
        Principal.Master caller = actors.bearer(request);
        return caller != null && !caller.readOnly()
                ? null
                : failed(new UnauthorizedException(
                        "The admin API wants a read-write account key as a bearer token in the authorization header."));
    }

    private void execute(Consumer<WireResponse> reply, Supplier<WireResponse> answer) {
        try {
            workers.execute(() -> reply.accept(responseOf(answer)));
        } catch (RejectedExecutionException busy) {
            reply.accept(responseOf(() -> {
                throw new TooBusyException("The server has more requests waiting than it can take.");
            }));
        } catch (Throwable noThread) {
            reply.accept(internalError(noThread));
        }
    }

    /** Returns a response even for an Error: nobody else sees it, and the client would wait in vain. */
    private static WireResponse responseOf(Supplier<WireResponse> answer) {
        try {
            return responseOrFailure(answer);
        } catch (Throwable failure) {
            return internalError(failure);
        }
    }

    private static WireResponse responseOrFailure(Supplier<WireResponse> answer) {
        try {
            return answer.get();
        } catch (MayflyException failure) {
            return failed(failure);
        }
    }

    private static WireResponse internalError(Throwable cause) {
        try {
            LOG.error("A request of an operator failed unexpectedly", cause);
        } catch (Throwable noMemory) {
            // The response matters more.
        }
        return WireResponse.internalError();
    }

    private static WireResponse show(TextPage page) {
        return new WireResponse(200)
                .header(WireHeaders.CONTENT_TYPE, page.contentType)
                .body(page.text.get().getBytes(StandardCharsets.UTF_8));
    }

    private WireResponse answer(WireRequest request) {
        String name = request.path().substring(PREFIX.length());
        TextPage page = guardedPages.get(name);
        if (page != null && request.verb() == Verb.GET) {
            return show(page);
        }
        AdminEndpoint endpoint = endpoints.get(name);
        JsonObject answer = endpoint == null ? containerEndpoints.answer(request) : answer(endpoint, request);
        return new WireResponse(200).body(answer.toBytes());
    }

    private static JsonObject answer(AdminEndpoint endpoint, WireRequest request) {
        return switch (request.verb()) {
            case GET -> endpoint.show(QueryParameters.parse(request.query(), endpoint.parameters()));
            case POST -> endpoint.run(body(request));
            default -> throw UnsupportedException.method(request.verb().name());
        };
    }

    private static WireResponse failed(MayflyException failure) {
        return new WireResponse(failure.status())
                .body(JsonObject.builder()
                        .put("code", failure.code().wireName())
                        .put("message", String.valueOf(failure.getMessage()))
                        .build()
                        .toBytes());
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
