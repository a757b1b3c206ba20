package org.mayflydb.conformance.history;

import java.util.Map;

/**
 * A request before it is signed.
 *
 * @param path without a slash in front
 */
record Request(String verb, String path, Map<String, String> headers, String body) {
    Request {
        headers = Map.copyOf(headers);
    }
}
