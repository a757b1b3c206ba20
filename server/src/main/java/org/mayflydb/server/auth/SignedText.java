package org.mayflydb.server.auth;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;

/**
 * The text that client and server sign: verb, type, link and dates, each ended by a line break. It is written straight
 * into a buffer, one per thread, because it is made for every request.
 */
final class SignedText {
    private byte[] bytes = new byte[512];
    private int length;

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    /** The text with the whole path as link, names in the letter case they have. */
    void write(WireRequest request, SignedResource resource) {
        begin(request, resource);
        List<String> link = resource.link();
        for (int i = 0; i < link.size(); i++) {
            if (i > 0) {
                append('/');
            }
            append(link.get(i));
        }
        end(request);
    }

    /** The text with this link. */
    void write(WireRequest request, SignedResource resource, String link) {
        begin(request, resource);
        append(link);
        end(request);
    }

    private void begin(WireRequest request, SignedResource resource) {
        length = 0;
        appendLowerCase(request.verb().name());
        append('\n');
        append(resource.type());
        append('\n');
    }

    /** A client that sends {@code x-ms-date} signs no other date, even if its transport adds one. */
    private void end(WireRequest request) {
        append('\n');
        String date = request.header(WireHeaders.DATE);
        appendLowerCase(date);
        append('\n');
        appendLowerCase(date == null ? request.header(WireHeaders.HTTP_DATE) : null);
        append('\n');
    }

    private void append(char ascii) {
        reserve(1);
        bytes[length++] = (byte) ascii;
    }

    private void append(String text) {
        int count = text.length();
        reserve(count);
        for (int i = 0; i < count; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                appendEncoded(text.substring(i));
                return;
            }
            bytes[length++] = (byte) c;
        }
    }

    private void appendEncoded(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        reserve(encoded.length);
        System.arraycopy(encoded, 0, bytes, length, encoded.length);
        length += encoded.length;
    }

    private void appendLowerCase(@Nullable String text) {
        if (text == null) {
            return;
        }
        int start = length;
        append(text);
        for (int i = start; i < length; i++) {
            if (bytes[i] >= 'A' && bytes[i] <= 'Z') {
                bytes[i] = (byte) (bytes[i] + ('a' - 'A'));
            } else if (bytes[i] < 0) {
                length = start;
                append(text.toLowerCase(Locale.ROOT));
                return;
            }
        }
    }

    private void reserve(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }

    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }
}
