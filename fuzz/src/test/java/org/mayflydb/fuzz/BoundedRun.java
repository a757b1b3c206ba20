package org.mayflydb.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Runs a target once and checks that the memory it allocates is proportional to the input. */
final class BoundedRun {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private BoundedRun() {}

    static void of(FuzzTarget target, byte[] input) throws Exception {
        long allocated = allocatedBy(target, input);
        long most = target.allocatedBytesMax(input.length);
        if (allocated > most) {
            // The first run may have loaded classes or filled caches.
            allocated = allocatedBy(target, input);
        }
        if (allocated > most) {
            throw new AssertionError(target.name() + " allocates " + allocated + " bytes for an input of "
                    + input.length + " bytes; at most " + most + " are allowed");
        }
    }

    private static long allocatedBy(FuzzTarget target, byte[] input) throws Exception {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        target.run(input.clone());
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
