package org.mayflydb.database;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/** Asks the system. What it counts is the container's share where the process runs in one. */
final class ProcessorMeter implements LoadMeter {
    /** Found when it is first asked for: finding it takes longer than opening a database may. */
    private @Nullable OperatingSystemMXBean system;

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public double idleProcessors() {
        if (system == null) {
            system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        }
        if (system == null) {
            return Double.NaN;
        }
        double load = system.getCpuLoad();
        return load < 0 ? Double.NaN : (1 - load) * Runtime.getRuntime().availableProcessors();
    }
}
