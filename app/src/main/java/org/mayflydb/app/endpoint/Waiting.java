package org.mayflydb.app.endpoint;

import java.time.Duration;
import org.mayflydb.base.AllowedCall;

/** Lets time pass. Passed in, so that no test waits. */
@FunctionalInterface
public interface Waiting {
    /** By the machine's clock. */
    Waiting REAL = Waiting::sleep;

    void await(Duration time) throws InterruptedException;

    @AllowedCall("the endpoint has said how long to wait, and there is nothing else to wait for")
    private static void sleep(Duration time) throws InterruptedException {
        Thread.sleep(time.toMillis());
    }
}
