package org.mayflydb.query.run;

import java.util.concurrent.atomic.AtomicLong;
import org.mayflydb.query.function.Meter;
import org.mayflydb.query.syntax.SqlErrors;

/** Ends work after so many steps, however fast the machine is. Several budgets may share one, on several threads. */
public final class StepLimit implements Meter {
    private final AtomicLong left;

    public StepLimit(long steps) {
        this.left = new AtomicLong(steps);
    }

    @Override
    public void spend(long steps) {
        if (left.addAndGet(-steps) < 0) {
            throw SqlErrors.run("The request exceeded the maximum amount of work that it may take.");
        }
    }
}
