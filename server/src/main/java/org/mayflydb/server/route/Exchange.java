package org.mayflydb.server.route;

import java.time.InstantSource;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.Invariant;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.server.auth.DataAction;
import org.mayflydb.server.auth.Principal;
import org.mayflydb.server.protocol.ResourceAddress;
import org.mayflydb.server.protocol.SharedHeaders;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;

/**
 * A request being answered: what was asked, and the beginnings of answers to it.
 *
 * @param clock the database's
 */
record Exchange(
        WireRequest request,
        ResourceAddress address,
        String activityId,
        Failures failures,
        InstantSource clock,
        Principal sender,
        @Nullable ItemTarget itemTarget) {
    private static final SharedHeaders VERSIONS = SharedHeaders.of(
            WireHeaders.VERSION, "2020-07-15",
            WireHeaders.GATEWAY_VERSION, "version=2.14.0",
            WireHeaders.SERVICE_VERSION, "version=2.14.0");

    /** What a page holds if the client leaves it to the server. */
    private static final int PAGE_ITEMS_DEFAULT = 100;

    private static final int PAGE_ITEMS_MAX = 10_000;

    /** What a request about items is for. */
    ItemTarget target() {
        return Invariant.present(itemTarget, "the target of a request about items is known");
    }

    /** The same request with another body. */
    Exchange withBody(byte[] body) {
        return new Exchange(request.withBody(body), address, activityId, failures, clock, sender, itemTarget);
    }

    /**
     * Checks an action of the request that its head does not show.
     *
     * @throws org.mayflydb.base.ForbiddenException if the sender may not do it
     */
    void checkAllowed(DataAction action) {
        if (sender instanceof Principal.Directory directory) {
            directory.access().check(action);
        }
    }

    WireRequest.Verb verb() {
        return request.verb();
    }

    /** An answer with the headers that every one has. */
    WireResponse response(int status, double charge) {
        return response(status, charge, activityId);
    }

    static WireResponse response(int status, double charge, String activityId) {
        return new WireResponse(status)
                .header(WireHeaders.ACTIVITY_ID, activityId)
                .charge(charge)
                .headers(VERSIONS);
    }

    /** The response if handling this request has thrown. */
    WireResponse failed(Throwable failure) {
        return failures.thrown(failure, activityId);
    }

    /** An answer that shows one resource. */
    WireResponse resource(int status, double charge, JsonObject resource) {
        JsonValue etag = resource.get("_etag");
        return response(status, charge)
                .header(WireHeaders.ETAG, etag == null ? null : (String) etag.toJava())
                .body(resource.toBytes());
    }

    /** The body, which must be a JSON object. */
    JsonObject jsonBody() {
        if (JsonValue.parse(request.body()) instanceof JsonObject object) {
            return object;
        }
        throw new BadRequestException("The input content is invalid: a JSON object is expected.");
    }

    /** The ETag that what is changed must have, {@code *} or null for any. */
    @Nullable
    String ifMatch() {
        return request.header(WireHeaders.IF_MATCH);
    }

    /** Whether this POST asks a question instead of creating something. */
    boolean isQuery() {
        return request.isQuery();
    }

    /** How many entries the client wants in a page. */
    int pageSize() {
        String value = request.header(WireHeaders.MAX_ITEM_COUNT);
        if (value == null) {
            return PAGE_ITEMS_DEFAULT;
        }
        try {
            int size = Integer.parseInt(value.trim());
            if (size == -1) {
                return PAGE_ITEMS_MAX;
            }
            if (size > 0) {
                return Math.min(size, PAGE_ITEMS_MAX);
            }
        } catch (NumberFormatException notANumber) {
            // refused below, like a number that makes no sense
        }
        throw new BadRequestException(
                "The value '" + value + "' specified for the header '" + WireHeaders.MAX_ITEM_COUNT + "' is invalid.");
    }

    /** Where an earlier page ended; clients say that there was none with an empty header too. */
    @Nullable
    String continuation() {
        String value = request.header(WireHeaders.CONTINUATION);
        return value == null || value.isEmpty() ? null : value;
    }

    /** Whether the client does not want to see what it has written. */
    boolean wantsMinimalAnswer() {
        String prefer = request.header(WireHeaders.PREFER);
        return prefer != null && prefer.toLowerCase(Locale.ROOT).contains("return=minimal");
    }
}
