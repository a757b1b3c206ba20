package org.mayflydb.server.rntbd;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/** What the Java client has sent in direct mode, and answers that it has understood. */
final class RecordedMessages {
    private RecordedMessages() {}

    /** A request and its answer, whole, with their payloads. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Recorded(String name, byte[] request, byte[] answer) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Recorded> all() {
        try (InputStream in =
                Objects.requireNonNull(RecordedMessages.class.getResourceAsStream("messages.txt"), "messages.txt")) {
            List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .toList();
            List<Recorded> recorded = new ArrayList<>();
            for (int i = 0; i < lines.size(); i += 3) {
                recorded.add(new Recorded(lines.get(i), hex(lines.get(i + 1)), hex(lines.get(i + 2))));
            }
            return recorded;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Recorded named(String name) {
        return all().stream().filter(each -> each.name.equals(name)).findFirst().orElseThrow();
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }
}
