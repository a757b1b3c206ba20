package org.mayflydb.server.rntbd;

import static org.mayflydb.server.rntbd.TokenType.BYTE;
import static org.mayflydb.server.rntbd.TokenType.DOUBLE;
import static org.mayflydb.server.rntbd.TokenType.GUID;
import static org.mayflydb.server.rntbd.TokenType.LONG_LONG;
import static org.mayflydb.server.rntbd.TokenType.SMALL_STRING;
import static org.mayflydb.server.rntbd.TokenType.STRING;
import static org.mayflydb.server.rntbd.TokenType.ULONG;

import io.netty.buffer.ByteBuf;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.server.protocol.WireHeaders;

/**
 * The tokens of answers: number, type, and the header that says the same over HTTP. Clients read a token by the type that
 * their own table has for its number, whatever the type on the wire, so there is no way to write one with another type.
 */
enum ResponseToken {
    PAYLOAD_PRESENT(0x0000, BYTE),
    CONTINUATION_TOKEN(0x0003, STRING, WireHeaders.CONTINUATION),
    ETAG(0x0004, STRING, WireHeaders.ETAG),
    RETRY_AFTER_MILLISECONDS(0x000C, ULONG, WireHeaders.RETRY_AFTER_MS),
    RESOURCE_QUOTA(0x000E, STRING, WireHeaders.RESOURCE_QUOTA),
    RESOURCE_USAGE(0x000F, STRING, WireHeaders.RESOURCE_USAGE),
    SCHEMA_VERSION(0x0010, SMALL_STRING, WireHeaders.SCHEMA_VERSION),
    LSN(0x0013, LONG_LONG, WireHeaders.LSN),
    ITEM_COUNT(0x0014, ULONG, WireHeaders.ITEM_COUNT),
    REQUEST_CHARGE(0x0015, DOUBLE, WireHeaders.REQUEST_CHARGE),
    OWNER_FULL_NAME(0x0017, STRING, WireHeaders.ALT_CONTENT_PATH),
    OWNER_ID(0x0018, STRING, WireHeaders.CONTENT_PATH),
    QUORUM_ACKED_LSN(0x001A, LONG_LONG),
    SUB_STATUS(0x001C, ULONG, WireHeaders.SUB_STATUS),
    COLLECTION_UPDATE_PROGRESS(0x001D, ULONG, WireHeaders.INDEX_PROGRESS),
    CURRENT_WRITE_QUORUM(0x001E, ULONG),
    CURRENT_REPLICA_SET_SIZE(0x001F, ULONG),
    PARTITION_KEY_RANGE_ID(0x0021, STRING, WireHeaders.PARTITION_KEY_RANGE_ID),
    LOG_RESULTS(0x0025, STRING, "x-ms-documentdb-script-log-results"),
    QUERY_METRICS(0x0028, STRING, WireHeaders.QUERY_METRICS),
    GLOBAL_COMMITTED_LSN(0x0029, LONG_LONG),
    NUMBER_OF_READ_REGIONS(0x0030, ULONG),
    OFFER_REPLACE_PENDING(0x0031, BYTE, WireHeaders.OFFER_REPLACE_PENDING),
    ITEM_LSN(0x0032, LONG_LONG, "x-ms-item-lsn"),
    TRANSPORT_REQUEST_ID(0x0035, ULONG),
    SERVER_DATE_TIME_UTC(0x0039, SMALL_STRING),
    LOCAL_LSN(0x003A, LONG_LONG),
    QUORUM_ACKED_LOCAL_LSN(0x003B, LONG_LONG),
    ITEM_LOCAL_LSN(0x003C, LONG_LONG, "x-ms-cosmos-item-llsn"),
    SESSION_TOKEN(0x003E, STRING, WireHeaders.SESSION_TOKEN),
    INDEX_UTILIZATION(0x0044, STRING, WireHeaders.INDEX_UTILIZATION),
    QUERY_EXECUTION_INFO(0x0045, STRING, "x-ms-cosmos-query-execution-info"),
    REQUEST_DURATION_MILLISECONDS(0x0051, DOUBLE),
    CORRELATED_ACTIVITY_ID(0x0052, GUID),
    REQUIRES_DISTRIBUTION(0x0066, BYTE, WireHeaders.REQUIRES_DISTRIBUTION),
    QUERY_ADVICE(0x0075, STRING, "x-ms-cosmos-query-advice");

    private static final Map<String, ResponseToken> BY_HEADER = new HashMap<>();

    static {
        for (ResponseToken token : values()) {
            if (token.header != null) {
                BY_HEADER.put(token.header, token);
            }
        }
    }

    private final int id;
    private final TokenType type;
    private final @Nullable String header;

    ResponseToken(int id, TokenType type) {
        this(id, type, null);
    }

    ResponseToken(int id, TokenType type, @Nullable String header) {
        this.id = id;
        this.type = type;
        this.header = header;
    }

    int id() {
        return id;
    }

    TokenType type() {
        return type;
    }

    /** The token for a header, null if there is none. Lower case is found at once. */
    static @Nullable ResponseToken ofHeader(String name) {
        ResponseToken found = BY_HEADER.get(name);
        return found == null ? BY_HEADER.get(name.toLowerCase(Locale.ROOT)) : found;
    }

    private void begin(ByteBuf out) {
        out.writeShortLE(id).writeByte(type.number());
    }

    void write(ByteBuf out, long value) {
        begin(out);
        type.writeInteger(out, value);
    }

    void write(ByteBuf out, double value) {
        begin(out);
        type.writeReal(out, value);
    }

    /**
     * Writes what a header says.
     *
     * @throws IllegalArgumentException if the text is too long, or no number where one is needed
     */
    void write(ByteBuf out, String text) {
        switch (type.kind()) {
            case INTEGER -> write(out, integer(text));
            case REAL -> write(out, Double.parseDouble(text));
            case TEXT -> {
                begin(out);
                type.writeText(out, text);
            }
            default -> throw new IllegalArgumentException(this + " is not written as text");
        }
    }

    private static long integer(String text) {
        if (text.equalsIgnoreCase("true")) {
            return 1;
        }
        return text.equalsIgnoreCase("false") ? 0 : Long.parseLong(text);
    }
}
