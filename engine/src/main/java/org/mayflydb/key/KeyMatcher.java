package org.mayflydb.key;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.TextPath;

/**
 * Compares a partition key, or the first levels of a hierarchical one, with the key of stored items. Items are stored by the
 * hash of their keys, and different keys with the same hash exist: whoever finds an item by a hash must compare the value.
 */
public final class KeyMatcher {
    private final PartitionKey key;
    private final List<TextPath> paths;
    private final boolean decidedByHash;

    /** Computed when they are first needed; twice if two threads need them at the same time. */
    private @Nullable KeyDigest digest;

    private @Nullable JsonForms jsonForms;

    /** For each component of the key its text in JSON; null if it may be written in several ways. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record JsonForms(@Nullable Plain[] plain) {
        static JsonForms of(PartitionKey key) {
            return new JsonForms(key.components().stream().map(Plain::of).toArray(Plain[]::new));
        }
    }

    /** A string as it is written in JSON when nothing in it needs an escape. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Plain(byte[] quoted) {
        static @Nullable Plain of(KeyComponent component) {
            if (!(component instanceof KeyComponent.Text text)) {
                return null;
            }
            byte[] utf8 = text.value().getBytes(StandardCharsets.UTF_8);
            byte[] quoted = new byte[utf8.length + 2];
            for (int i = 0; i < utf8.length; i++) {
                if (utf8[i] == '"' || utf8[i] == '\\' || (utf8[i] >= 0 && utf8[i] < ' ')) {
                    return null;
                }
                quoted[i + 1] = utf8[i];
            }
            quoted[0] = '"';
            quoted[quoted.length - 1] = '"';
            return new Plain(quoted);
        }

        boolean isAt(byte[] json, int start) {
            int end = start + quoted.length;
            return end <= json.length && Arrays.equals(quoted, 0, quoted.length, json, start, end);
        }
    }

    private KeyMatcher(PartitionKey key, List<TextPath> paths, boolean decidedByHash, @Nullable KeyDigest digest) {
        this.key = key;
        this.paths = paths;
        this.decidedByHash = decidedByHash;
        this.digest = digest;
    }

    /** Makes tests for the keys of one container. */
    public static final class Factory {
        private final PartitionKeyDefinition definition;
        private final List<TextPath> paths;

        public Factory(PartitionKeyDefinition definition) {
            this.definition = definition;
            this.paths = definition.paths().stream()
                    .map(path -> new TextPath(path.segments()))
                    .toList();
        }

        /** A test for a complete key, or for the first levels of a hierarchical one. */
        public KeyMatcher of(PartitionKey key) {
            return of(key, null);
        }

        /** The same for a key whose digest is known. */
        public KeyMatcher of(PartitionKey key, @Nullable KeyDigest digest) {
            // Version 1 has one component, and its hash contains all of a short one.
            boolean decidedByHash = definition.version() == 1
                    && HashVersion1.isUnique(key.components().get(0));
            return new KeyMatcher(key, paths, decidedByHash, digest);
        }
    }

    public PartitionKey key() {
        return key;
    }

    /** Returns true if it is a whole partition key and not just the first levels of one. */
    public boolean isComplete() {
        return key.size() == paths.size();
    }

    /** The digest of the key. */
    public KeyDigest digest() {
        KeyDigest known = digest;
        if (known == null) {
            known = KeyDigest.of(key);
            digest = known;
        }
        return known;
    }

    /** Whether every item with the hash of this key has the key. */
    public boolean isDecidedByHash() {
        return decidedByHash;
    }

    /** Whether an item with the hash of this key has the key. The item is compact JSON and begins at {@code start}. */
    public boolean holds(byte[] json, int start) {
        if (decidedByHash) {
            return true;
        }
        for (int i = 0; i < key.size(); i++) {
            if (!isEqual(i, json, paths.get(i).find(json, start))) {
                return false;
            }
        }
        return true;
    }

    /** Whether a complete key is this one, or begins with it. */
    public boolean holds(PartitionKey complete) {
        return complete.size() >= key.size()
                && complete.components().subList(0, key.size()).equals(key.components());
    }

    private boolean isEqual(int index, byte[] json, int start) {
        Plain expected = jsonForms().plain[index];
        if (expected != null) {
            return start >= 0
                    && json[start] == '"'
                    && (expected.isAt(json, start) || isEscaped(key.components().get(index), json, start));
        }
        return key.components().get(index).equals(component(json, start));
    }

    private JsonForms jsonForms() {
        JsonForms known = jsonForms;
        if (known == null) {
            known = JsonForms.of(key);
            jsonForms = known;
        }
        return known;
    }

    private static boolean isEscaped(KeyComponent component, byte[] json, int start) {
        String text = TextPath.escapedString(json, start);
        return text != null && component.equals(KeyComponent.of(text));
    }

    private static KeyComponent component(byte[] json, int start) {
        return switch (start < 0 ? '{' : json[start]) {
            case '{', '[' -> KeyComponent.Fixed.UNDEFINED;
            default -> KeyComponent.of(TextPath.value(json, start));
        };
    }
}
