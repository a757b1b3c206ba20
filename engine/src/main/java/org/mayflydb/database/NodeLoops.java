package org.mayflydb.database;

import org.mayflydb.node.Node;
import org.mayflydb.ownership.LeaseTimes;

/**
 * The regular work of a process that shares its store, on two threads: a lease is renewed however long writes make the other work
 * wait.
 */
final class NodeLoops implements AutoCloseable {
    /** What nobody uses any more is collected once in so many polls. */
    private static final int POLLS_PER_COLLECTION = 15;

    private final StepLoop renewals;
    private final StepLoop polls;

    NodeLoops(Node node, LeaseTimes times, EngineListener listener) {
        this.renewals = loop("mayfly-lease", "Renewing the lease", times.renewal(), node::renew, listener);
        this.polls = loop("mayfly-node", "Following other servers", times.poll(), new Poll(node), listener);
    }

    private static StepLoop loop(String thread, String step, long pauseMillis, Runnable work, EngineListener listener) {
        StepLoop.Job job = new StepLoop.Job() {
            @Override
            public long step(long waitedMillis) {
                work.run();
                return pauseMillis;
            }

            @Override
            public StepLoop.Pauses pauses() {
                return new StepLoop.Pauses(pauseMillis, pauseMillis);
            }
        };
        return new StepLoop(thread, job, null, new JobFailures(step, listener));
    }

    private static final class Poll implements Runnable {
        private final Node node;
        private int polls;

        Poll(Node node) {
            this.node = node;
        }

        @Override
        public void run() {
            node.poll();
            node.balance();
            polls++;
            if (polls % POLLS_PER_COLLECTION == 0) {
                node.collect();
            }
        }
    }

    void start() {
        renewals.wake();
        polls.wake();
    }

    @Override
    public void close() {
        polls.close();
        renewals.close();
    }
}
