package org.mayflydb.app.endpoint;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.server.protocol.WireHeaders;

/**
 * One request before it is signed and sent.
 *
 * @param path the parts of the path as they are called, not encoded
 * @param body empty if there is none; not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ApiCall(String verb, List<String> path, Map<String, String> headers, byte[] body) {

    public ApiCall {
        path = List.copyOf(path);
        headers = Map.copyOf(headers);
    }

    public static ApiCall get(List<String> path) {
        return new ApiCall("GET", path, Map.of(), new byte[0]);
    }

    public static ApiCall delete(List<String> path) {
        return new ApiCall("DELETE", path, Map.of(), new byte[0]);
    }

    public static ApiCall post(List<String> path, JsonValue body) {
        return new ApiCall("POST", path, Map.of("content-type", "application/json"), body.toBytes());
    }

    public static ApiCall put(List<String> path, JsonValue body) {
        return new ApiCall("PUT", path, Map.of("content-type", "application/json"), body.toBytes());
    }

    /** The same with a header; without a value it stays away. */
    public ApiCall with(String name, @Nullable String value) {
        if (value == null) {
            return this;
        }
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new ApiCall(verb, path, more, body);
    }

    /** The same for one logical partition; null is none in particular. */
    public ApiCall with(@Nullable PartitionKey key) {
        return key == null ? this : with(WireHeaders.PARTITION_KEY, ascii(key.toString()));
    }

    /** Headers have no letters beyond ASCII, and JSON can spell all others. */
    private static String ascii(String json) {
        StringBuilder text = new StringBuilder(json.length());
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (c >= ' ' && c <= '~') {
                text.append(c);
            } else {
                text.append("\\u").append(Integer.toHexString(c | 0x10000), 1, 5);
            }
        }
        return text.toString();
    }

    /** What people are told that was tried. */
    @Override
    public String toString() {
        return verb + " /" + String.join("/", path);
    }
}
