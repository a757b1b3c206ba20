package org.mayflydb.server.protocol;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.mayflydb.server.protocol.WireRequest.HeaderSource;

/** The headers of a request, of which some have other values. */
final class OverlaidHeaders implements HeaderSource {
    private final HeaderSource inner;
    private final Map<String, String> others = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    OverlaidHeaders(HeaderSource inner, Map<String, String> others) {
        this.inner = inner;
        this.others.putAll(others);
    }

    @Override
    public @Nullable String get(String name) {
        String other = others.get(name);
        return other == null ? inner.get(name) : other;
    }

    @Override
    public void each(BiConsumer<String, String> visitor) {
        inner.each((name, value) -> {
            if (!others.containsKey(name)) {
                visitor.accept(name, value);
            }
        });
        others.forEach((name, value) -> {
            if (!value.isEmpty()) {
                visitor.accept(name, value);
            }
        });
    }
}
