package org.mayflydb.server.rntbd;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.server.protocol.WireRequest.Verb;

/** What a request does, with the number it has on the wire and the method it has over HTTP. */
enum Operation {
    CREATE(0x0001, Verb.POST, true),
    PATCH(0x0002, Verb.PATCH, false),
    READ(0x0003, Verb.GET, false),
    READ_FEED(0x0004, Verb.GET, true),
    DELETE(0x0005, Verb.DELETE, false),
    REPLACE(0x0006, Verb.PUT, false),
    EXECUTE_SCRIPT(0x0008, Verb.POST, false),
    SQL_QUERY(0x0009, Verb.POST, true),
    QUERY(0x000F, Verb.POST, true),
    HEAD(0x0011, Verb.HEAD, false),
    HEAD_FEED(0x0012, Verb.HEAD, true),
    UPSERT(0x0013, Verb.POST, true),
    BATCH(0x0025, Verb.POST, true);

    private static final Map<Integer, Operation> BY_NUMBER = new HashMap<>();

    static {
        for (Operation operation : values()) {
            BY_NUMBER.put(operation.number, operation);
        }
    }

    private final int number;
    private final Verb verb;
    private final boolean ofList;

    Operation(int number, Verb verb, boolean ofList) {
        this.number = number;
        this.verb = verb;
        this.ofList = ofList;
    }

    /** Null for those that clients do not ask for. */
    static @Nullable Operation of(int number) {
        return BY_NUMBER.get(number);
    }

    Verb verb() {
        return verb;
    }

    /** Whether it is done to a list and not to one resource. */
    boolean isOfList() {
        return ofList;
    }

    boolean isWrite() {
        return switch (this) {
            case CREATE, PATCH, DELETE, REPLACE, UPSERT, BATCH -> true;
            default -> false;
        };
    }

    boolean isQuery() {
        return this == QUERY || this == SQL_QUERY;
    }

    /** Whether the ETag it carries is one that the client has already, and not the one that must still be there. */
    boolean wantsNews() {
        return this == READ || this == READ_FEED;
    }
}
