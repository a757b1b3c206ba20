package org.mayflydb.server.route;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.UnsupportedException;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.binary.BinaryJson;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;

/**
 * Whether a client is answered in binary JSON. Only queries, reads and writes of single items and lists ever are, and only if
 * the client says that it understands it: no client looks for it elsewhere, and none in a failure. What has no binary form is
 * answered as text, which every client understands.
 */
final class AnswerFormat {
    private static final String TEXT = "JsonText";
    private static final String BINARY = "CosmosBinary";
    private static final String ROWS = "HybridRow";

    /** Larger items are answered as text: responses are made on threads on which others would wait for the conversion. */
    private static final int ITEM_BYTES_MAX = 16 << 10;

    private AnswerFormat() {}

    /** Refuses a format that does not exist, or that answers are never in. */
    static void check(WireRequest request) {
        String format = request.header(WireHeaders.CONTENT_FORMAT);
        if (format == null || format.equalsIgnoreCase(TEXT) || format.equalsIgnoreCase(BINARY)) {
            return;
        }
        if (format.equalsIgnoreCase(ROWS)) {
            throw new UnsupportedException("The content serialization format '" + ROWS + "'");
        }
        throw new BadRequestException(
                "The value '" + format + "' specified for the header '" + WireHeaders.CONTENT_FORMAT + "' is invalid.");
    }

    /** The body of an answer to a query. */
    static byte[] query(WireRequest request, JsonObject page) {
        return either(isDemanded(request) || isUnderstood(request) ? BinaryJson.of(page) : null, page);
    }

    /** The body of a list, which a client must ask for by another header than the rest. */
    static byte[] list(WireRequest request, byte[] page) {
        return either(isDemanded(request) ? BinaryJson.ofText(page) : null, page);
    }

    /** The body of an answer that shows one item. */
    static byte[] item(WireRequest request, byte[] item) {
        return either(item.length <= ITEM_BYTES_MAX && isUnderstood(request) ? BinaryJson.ofText(item) : null, item);
    }

    private static byte[] either(byte @Nullable [] binary, byte[] text) {
        return binary == null ? text : binary;
    }

    private static byte[] either(byte @Nullable [] binary, JsonObject text) {
        return binary == null ? text.toBytes() : binary;
    }

    private static boolean isDemanded(WireRequest request) {
        return BINARY.equalsIgnoreCase(request.header(WireHeaders.CONTENT_FORMAT));
    }

    /** A list that names something unknown counts as absent. */
    private static boolean isUnderstood(WireRequest request) {
        String formats = request.header(WireHeaders.SUPPORTED_FORMATS);
        if (formats == null) {
            return false;
        }
        boolean understood = false;
        for (String format : formats.split(",", -1)) {
            switch (format.trim().toLowerCase(Locale.ROOT)) {
                case "cosmosbinary" -> understood = true;
                case "jsontext", "hybridrow" -> {}
                default -> {
                    return false;
                }
            }
        }
        return understood;
    }
}
