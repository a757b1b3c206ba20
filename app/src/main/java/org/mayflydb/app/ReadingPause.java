package org.mayflydb.app;

import java.time.Duration;
import org.mayflydb.base.AllowedCall;

/** A pause by the machine's clock. */
@AllowedCall("nothing is waited for here but a reader's eyes, and those need the time itself")
record ReadingPause(Duration length) implements Pause {
    @Override
    public void take() {
        try {
            Thread.sleep(length.toMillis());
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
