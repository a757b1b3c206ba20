package org.mayflydb.query.function;

import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** A text that is put together of parts and is undefined once it is longer than texts may become. */
final class LimitedText {
    private final StringBuilder text = new StringBuilder();
    private boolean tooLong;

    void append(String part) {
        append(part, 0, part.length());
    }

    void append(String source, int start, int end) {
        tooLong |= end - start > Limits.TEXT_CHARACTERS_MAX - text.length();
        if (!tooLong) {
            text.append(source, start, end);
        }
    }

    boolean isTooLong() {
        return tooLong;
    }

    @Nullable
    JsonValue value() {
        return tooLong ? null : new JsonString(text.toString());
    }
}
