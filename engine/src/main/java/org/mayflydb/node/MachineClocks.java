package org.mayflydb.node;

import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import org.mayflydb.base.SystemTime;
import org.mayflydb.ownership.NodeClocks;

/** The clocks of the machine that this process runs on. */
final class MachineClocks implements NodeClocks {
    private final InstantSource wall = SystemTime.source();

    @Override
    public long monotonic() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    @Override
    public long wall() {
        return wall.millis();
    }
}
