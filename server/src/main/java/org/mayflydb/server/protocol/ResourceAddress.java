package org.mayflydb.server.protocol;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;

/**
 * What a path names: {@code dbs/a/colls/b} is a resource, {@code dbs/a/colls/b/docs} the list of those below it.
 *
 * @param segments the parts of the path, each percent-decoded once; type, id, type, id …
 */
public record ResourceAddress(List<String> segments) {
    private static final int SEGMENTS_MAX = 10;

    public ResourceAddress {
        segments = List.copyOf(segments);
    }

    /** Reads a path. Slashes at either end, and doubled ones in front, do not matter. */
    public static ResourceAddress parse(String path) {
        List<String> segments = new ArrayList<>(8);
        int start = 0;
        while (start < path.length()) {
            int end = path.indexOf('/', start);
            if (end < 0) {
                end = path.length();
            }
            if (end > start) {
                segments.add(decode(path, start, end));
            }
            start = end + 1;
        }
        boolean belowOffer = segments.size() > 2 && segments.get(0).equals(ResourceType.OFFER.segment());
        if (segments.size() > SEGMENTS_MAX || belowOffer) {
            throw new BadRequestException("The request path names no resource.");
        }
        return new ResourceAddress(segments);
    }

    /** The whole account: the empty path. */
    public boolean isAccount() {
        return segments.isEmpty();
    }

    /** Whether the path ends in a type, so that it names a list and not one resource. */
    public boolean isFeed() {
        return segments.size() % 2 == 1;
    }

    /** The type of the resource, or of those in the list; null if the path ends in no type that exists. */
    public @Nullable ResourceType type() {
        if (isAccount()) {
            return null;
        }
        return ResourceType.ofSegment(segments.get(isFeed() ? segments.size() - 1 : segments.size() - 2));
    }

    /** The id at a level, counted from 0: of the database, of what is below it, and so on. */
    public String id(int level) {
        return segments.get(2 * level + 1);
    }

    /** How many ids the path has. */
    public int depth() {
        return segments.size() / 2;
    }

    /** The last id. */
    public String lastId() {
        return segments.get(isFeed() ? segments.size() - 2 : segments.size() - 1);
    }

    /** The path that owns a list, or the resource itself. */
    public String link() {
        return String.join("/", isFeed() ? segments.subList(0, segments.size() - 1) : segments);
    }

    private static String decode(String path, int start, int end) {
        int percent = path.indexOf('%', start);
        if (percent < 0 || percent >= end) {
            return path.substring(start, end);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(end - start);
        for (int i = start; i < end; i++) {
            char c = path.charAt(i);
            if (c != '%') {
                bytes.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
                continue;
            }
            int high = i + 3 <= end ? Character.digit(path.charAt(i + 1), 16) : -1;
            int low = i + 3 <= end ? Character.digit(path.charAt(i + 2), 16) : -1;
            if (high < 0 || low < 0) {
                throw new BadRequestException("The request path has a broken percent-encoding.");
            }
            bytes.write(high << 4 | low);
            i += 2;
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
