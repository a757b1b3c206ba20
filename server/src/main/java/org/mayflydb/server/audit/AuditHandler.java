package org.mayflydb.server.audit;

import java.net.InetSocketAddress;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.MayflyException;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.server.auth.Actors;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;

/**
 * Records the administrative ones among the requests that another handler answers. Of bodies, only the id of what was
 * created and the parameters of admin commands that succeeded are recorded: those were checked, so no secret is among them. Nor is
 * one among those of a request that was issued a token.
 */
public final class AuditHandler implements RequestHandler {
    private static final String ADMIN = "/_mayfly/";
    private static final int TEXT_CHARS_MAX = 1024;
    private static final int BODY_BYTES_MAX = 64 << 10;

    /** Otherwise a client without a key could push everything else out of the log. */
    private static final int REFUSALS_PER_SECOND = 20;

    private final RequestHandler inner;
    private final AuditLog log;
    private final Actors actors;

    private long second; // guarded by this
    private int refusals; // recorded in that second; guarded by this
    private long unlisted; // refusals since the last one that was recorded; guarded by this

    public AuditHandler(RequestHandler inner, AuditLog log, Actors actors) {
        this.inner = inner;
        this.log = log;
        this.actors = actors;
    }

    /** The handler itself if nothing is recorded. */
    public static RequestHandler around(RequestHandler inner, AuditLog log, Actors actors) {
        return log.isOn() ? new AuditHandler(inner, log, actors) : inner;
    }

    @Override
    public @Nullable WireResponse refusal(WireRequest head) {
        WireResponse refusal = inner.refusal(head);
        AuditAction action = refusal == null ? null : AuditAction.of(head);
        if (refusal != null && action != null) {
            record(head, action, actors.name(head), refusal);
        }
        return refusal;
    }

    @Override
    public void handle(WireRequest request, Consumer<WireResponse> reply) {
        AuditAction action = AuditAction.of(request);
        if (action == null) {
            inner.handle(request, reply);
            return;
        }
        // Before it is handled: a reload may end the key that asked for it.
        String known = actors.name(request);
        inner.handle(request, response -> {
            try {
                // A token that is new is verified while the request is handled.
                String actor = known.equals(Actors.UNKNOWN) ? actors.name(request) : known;
                record(request, action, actor, response);
            } finally {
                reply.accept(response);
            }
        });
    }

    private void record(WireRequest request, AuditAction action, String actor, WireResponse response) {
        boolean refused = response.status() == 401 || response.status() == 403;
        if (action.onlyRefusals() && !refused) {
            return;
        }
        long before = refused ? admitRefusal() : 0;
        if (before < 0) {
            return;
        }
        JsonObject.Builder details = JsonObject.builder()
                .put("action", bounded(action.name()))
                .put("path", bounded(request.path()))
                .put("actor", actor)
                .put("address", address(request))
                .put("protocol", request.origin().startsWith("rntbd:") ? "direct" : "http")
                .put("status", response.status());
        put(details, "substatus", response.header(WireHeaders.SUB_STATUS));
        put(details, "activityId", response.header(WireHeaders.ACTIVITY_ID));
        if (response.status() == 201) {
            put(details, "id", id(response.body()));
        }
        if (request.ownFlag(WireHeaders.CONFIRM_TTL)) {
            details.put("confirmTtl", true);
        }
        if (response.status() == 200 && request.path().startsWith(ADMIN) && request.body().length > 0) {
            put(details, "parameters", parameters(request.body()));
        }
        if (before > 0) {
            details.put("refusalsNotListed", before);
        }
        log.add(details);
    }

    /** Returns how many refusals were left out before this one; -1 if it is left out itself. */
    private synchronized long admitRefusal() {
        long now = log.clock().instant().getEpochSecond();
        if (now != second) {
            second = now;
            refusals = 0;
        }
        if (refusals == REFUSALS_PER_SECOND) {
            unlisted++;
            return -1;
        }
        refusals++;
        long before = unlisted;
        unlisted = 0;
        return before;
    }

    private static void put(JsonObject.Builder details, String name, @Nullable String value) {
        if (value != null) {
            details.put(name, bounded(value));
        }
    }

    private static String address(WireRequest request) {
        return request.peer() instanceof InetSocketAddress peer && peer.getAddress() != null
                ? peer.getAddress().getHostAddress() + ":" + peer.getPort()
                : "local";
    }

    private static @Nullable String id(byte[] body) {
        return parsed(body) instanceof JsonObject resource && resource.get("id") instanceof JsonString id
                ? id.value()
                : null;
    }

    private static @Nullable String parameters(byte[] body) {
        JsonValue json = parsed(body);
        return json == null ? null : json.toString();
    }

    private static @Nullable JsonValue parsed(byte[] body) {
        try {
            return body.length > BODY_BYTES_MAX ? null : JsonValue.parse(body);
        } catch (MayflyException notJson) {
            return null;
        }
    }

    private static String bounded(String text) {
        return text.length() <= TEXT_CHARS_MAX ? text : text.substring(0, TEXT_CHARS_MAX) + "…";
    }
}
