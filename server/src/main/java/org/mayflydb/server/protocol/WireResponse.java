package org.mayflydb.server.protocol;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A response without its transport: status, headers in order, body. Used by one thread at a time. */
public final class WireResponse {
    private static final byte[] EMPTY = new byte[0];

    private static final WireResponse INTERNAL_ERROR = new WireResponse(500)
            .body("{\"code\":\"InternalServerError\",\"message\":\"The server failed to answer; its log says why.\"}"
                    .getBytes(StandardCharsets.UTF_8));

    private final int status;
    private final List<SharedHeaders> shared = new ArrayList<>(4);
    private final List<String> headers = new ArrayList<>(20);
    private byte[] body = EMPTY;
    private double charge;

    public WireResponse(int status) {
        this.status = status;
    }

    /** What to answer when nothing else can be said. Made beforehand, for there may be no memory left; not to be changed. */
    public static WireResponse internalError() {
        return INTERNAL_ERROR;
    }

    public int status() {
        return status;
    }

    /** Adds a header; a null or empty value adds none, because some clients stumble over empty ones. */
    public WireResponse header(String name, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            headers.add(name);
            headers.add(value);
        }
        return this;
    }

    /** Removes a header that only this response has. */
    public WireResponse without(String name) {
        for (int i = headers.size() - 2; i >= 0; i -= 2) {
            if (headers.get(i).equalsIgnoreCase(name)) {
                headers.subList(i, i + 2).clear();
            }
        }
        return this;
    }

    /** Adds headers that other responses have too. */
    public WireResponse headers(SharedHeaders more) {
        shared.add(more);
        return this;
    }

    /** What the request has cost, in request units, of which hundredths are told. */
    public WireResponse charge(double units) {
        charge = units;
        return header(WireHeaders.REQUEST_CHARGE, hundredths(units));
    }

    /** What was told that the request has cost; 0 if nothing was. */
    public double charge() {
        return charge;
    }

    /** As {@link Double#toString} would, which takes much longer because it knows more digits. */
    private static String hundredths(double units) {
        long hundredths = Math.round(units * 100);
        long whole = hundredths / 100;
        long rest = hundredths % 100;
        if (rest == 0) {
            return Long.toString(whole);
        }
        return rest % 10 == 0 ? whole + "." + rest / 10 : whole + (rest < 10 ? ".0" : ".") + rest;
    }

    /** The body, JSON in UTF-8. */
    public WireResponse body(byte[] json) {
        body = json;
        return this;
    }

    /** The headers that other responses have too; they come before {@link #headers()}. */
    public List<SharedHeaders> sharedHeaders() {
        return shared;
    }

    /** Names and values of the other headers, in turn. */
    public List<String> headers() {
        return headers;
    }

    /** The first value of a header, for what looks at responses. */
    public @Nullable String header(String name) {
        for (SharedHeaders each : shared) {
            String value = first(each.namesAndValues(), name);
            if (value != null) {
                return value;
            }
        }
        return first(headers, name);
    }

    private static @Nullable String first(List<String> namesAndValues, String name) {
        for (int i = 0; i < namesAndValues.size(); i += 2) {
            if (namesAndValues.get(i).equalsIgnoreCase(name)) {
                return namesAndValues.get(i + 1);
            }
        }
        return null;
    }

    public byte[] body() {
        return body;
    }
}
