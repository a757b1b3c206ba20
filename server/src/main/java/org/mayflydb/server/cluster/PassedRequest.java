package org.mayflydb.server.cluster;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireRequest.Verb;

/**
 * A client's request on its way to another server. Method, path, query and origin are in one header, as they came: no client library
 * in between may find fault with them. The other headers and the body are the client's.
 */
final class PassedRequest {
    static final String PATH = "/request";
    private static final String LINE = "x-mayfly-node-request";
    private static final int LINE_PARTS = 4;

    /** Those of the connection to the client. */
    private static final Set<String> NOT_PASSED = caseless(
            "connection",
            "content-length",
            "expect",
            "host",
            "http2-settings",
            "keep-alive",
            "te",
            "transfer-encoding",
            "upgrade",
            WireHeaders.PASSED_ON,
            LINE,
            NodePort.PROOF);

    private PassedRequest() {}

    private static Set<String> caseless(String... names) {
        Set<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        set.addAll(List.of(names));
        return set;
    }

    /** Visits the headers that say everything about a request but its body. */
    static void write(WireRequest request, BiConsumer<String, String> headers) {
        String line = String.join("\n", request.verb().name(), request.path(), request.query(), request.origin());
        headers.accept(LINE, Base64.getEncoder().encodeToString(line.getBytes(StandardCharsets.UTF_8)));
        request.headers().each((name, value) -> {
            if (!NOT_PASSED.contains(name) && !name.startsWith(":")) {
                headers.accept(name, value);
            }
        });
    }

    /** The client's request. */
    static WireRequest read(WireRequest received) {
        String line = received.header(LINE);
        String[] parts = line == null ? new String[0] : decoded(line).split("\n", -1);
        if (parts.length != LINE_PARTS) {
            throw new BadRequestException("This is no request that a server passes on.");
        }
        return new WireRequest(
                        Verb.valueOf(parts[0]),
                        parts[1],
                        received.headers(),
                        received.body(),
                        parts[3],
                        parts[2],
                        received.peer())
                .withHeaders(Map.of(WireHeaders.PASSED_ON, "true"));
    }

    private static String decoded(String line) {
        try {
            return new String(Base64.getDecoder().decode(line), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notBase64) {
            return "";
        }
    }
}
