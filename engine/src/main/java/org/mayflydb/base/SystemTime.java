package org.mayflydb.base;

import java.time.InstantSource;

/** The one place that reads the machine's clock. */
@AllowedCall("everything else takes its time from the source that is passed in; this is what a program passes")
public final class SystemTime {
    private SystemTime() {}

    public static InstantSource source() {
        return InstantSource.system();
    }
}
