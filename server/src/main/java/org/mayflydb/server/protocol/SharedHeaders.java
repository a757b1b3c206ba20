package org.mayflydb.server.protocol;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Headers that many responses have in common, encoded once: most of the bytes of a small response are headers. */
public final class SharedHeaders {
    private final List<String> namesAndValues;
    private final byte[] lines;

    private SharedHeaders(List<String> namesAndValues, byte[] lines) {
        this.namesAndValues = namesAndValues;
        this.lines = lines;
    }

    /**
     * Encodes headers.
     *
     * @param namesAndValues in turn; printable ASCII, and none that the transport adds itself
     */
    public static SharedHeaders of(String... namesAndValues) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            lines.append(namesAndValues[i])
                    .append(": ")
                    .append(checked(namesAndValues[i + 1]))
                    .append("\r\n");
        }
        return new SharedHeaders(List.of(namesAndValues), lines.toString().getBytes(StandardCharsets.US_ASCII));
    }

    private static String checked(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < ' ' || c > '~') {
                throw new IllegalArgumentException("a header has a character that is not printable ASCII");
            }
        }
        return value;
    }

    /** Names and values in turn. */
    public List<String> namesAndValues() {
        return namesAndValues;
    }

    /** The lines of HTTP with their ends; not to be changed. */
    public byte[] lines() {
        return lines;
    }
}
