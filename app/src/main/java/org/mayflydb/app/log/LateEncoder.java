package org.mayflydb.app.log;

import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Formats lines by a pattern that is parsed for the first line: most starts have none, and parsing loads many classes. */
final class LateEncoder extends EncoderBase<ILoggingEvent> {
    private static final byte[] NOTHING = {};

    private final String pattern;
    private volatile @Nullable PatternLayout layout;

    LateEncoder(String pattern) {
        this.pattern = pattern;
    }

    @Override
    public byte[] headerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        PatternLayout known = layout;
        return (known == null ? parsed() : known).doLayout(event).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] footerBytes() {
        return NOTHING;
    }

    private synchronized PatternLayout parsed() {
        PatternLayout parsed = layout;
        if (parsed == null) {
            parsed = new PatternLayout();
            parsed.setContext(getContext());
            parsed.setPattern(pattern);
            parsed.start();
            layout = parsed;
        }
        return parsed;
    }
}
