package org.mayflydb.storage.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Deadline;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreUnavailableException;

/** A primary that acknowledges a commit when its standby has it. */
@Tag("process")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StandbyTest {
    private static final byte[] HEAD = bytes("head");
    private static final String WAITING_FOR_THE_STANDBY = " from pg_stat_activity where wait_event = 'SyncRep'";

    private static final PostgresServer PRIMARY = PostgresServer.with("synchronous_standby_names=other");
    private static final PostgresServer STANDBY = PRIMARY.standby("other");

    private final String schema = PostgresServer.newSchema();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @BeforeAll
    static void start() {
        PRIMARY.start();
        startStandby();
    }

    private static void startStandby() {
        STANDBY.start();
        PRIMARY.awaitRow("select 1 from pg_stat_replication where sync_state = 'sync'");
    }

    @AfterAll
    static void stop() {
        STANDBY.close();
        PRIMARY.close();
    }

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Commit put(String value) {
        return new Commit(Durability.SYNCED).put(HEAD, bytes(value));
    }

    private static void awaitHead(Store store, String value) {
        while (!Arrays.equals(store.partition(1).get(HEAD), bytes(value))) {
            Thread.onSpinWait();
        }
    }

    @Test
    void primaryIsFoundBehindItsStandby() {
        try (Store store = PostgresServer.open(schema, STANDBY, PRIMARY)) {
            assertThat(store.partition(1).commit(put("1"))).isEqualTo(CommitOutcome.APPLIED);
            assertThat(store.partition(1).get(HEAD)).isEqualTo(bytes("1"));
        }
    }

    @Test
    void standbyAloneIsRefused() {
        assertThatThrownBy(() -> PostgresServer.open(schema, STANDBY).close())
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("takes no writes: none of the hosts is a primary");
    }

    @Test
    void serverThatIsStillStartingIsNamed() {
        STANDBY.stop();
        STANDBY.set("hot_standby=off");
        try {
            STANDBY.startUntil("started streaming WAL");
            assertThatThrownBy(() -> PostgresServer.open(schema, STANDBY).close())
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("is starting or shutting down");
        } finally {
            STANDBY.stop();
            STANDBY.set("hot_standby=on");
            startStandby();
        }
    }

    @Test
    void commitThatNoStandbyHasIsUnknownAndAppliedWhenOneHasIt() {
        try (Store store = PostgresServer.open(schema, PRIMARY, STANDBY)) {
            STANDBY.stop();
            try {
                Commit commit = put("late").deadline(Deadline.after(Duration.ofMillis(500)));
                assertThat(store.partition(1).commit(commit)).isEqualTo(CommitOutcome.UNKNOWN);
                assertThat(store.partition(1).get(HEAD)).isNull();
            } finally {
                startStandby();
            }
            awaitHead(store, "late");
        }
    }

    @Test
    void commitWhoseWaitForTheStandbyIsCancelledIsUnknown() throws Exception {
        try (Store store = PostgresServer.open(schema, PRIMARY, STANDBY)) {
            STANDBY.stop();
            try {
                Future<CommitOutcome> outcome =
                        threads.submit(() -> store.partition(1).commit(put("1")));
                PRIMARY.awaitRow("select 1" + WAITING_FOR_THE_STANDBY);
                PRIMARY.execute("select pg_cancel_backend(pid)" + WAITING_FOR_THE_STANDBY);
                assertThat(outcome.get()).isEqualTo(CommitOutcome.UNKNOWN);
            } finally {
                startStandby();
            }
        }
    }

    @Test
    void commitThatIsOnDiskWhenItsServerCrashesIsUnknownAndApplied() throws Exception {
        try (Store store = PostgresServer.open(schema, PRIMARY, STANDBY)) {
            STANDBY.stop();
            Future<CommitOutcome> outcome =
                    threads.submit(() -> store.partition(1).commit(put("1")));
            PRIMARY.awaitRow("select 1" + WAITING_FOR_THE_STANDBY);
            PRIMARY.stop();
            assertThat(outcome.get()).isEqualTo(CommitOutcome.UNKNOWN);
            PRIMARY.start();
            startStandby();
            assertThat(store.partition(1).get(HEAD)).isEqualTo(bytes("1"));
        }
    }

    @Test
    void serverThatBecomesReadOnlyAppliesNothingUntilItTakesWritesAgain() {
        try (Store store = PostgresServer.open(schema, PRIMARY)) {
            setReadOnly("on");
            try {
                // A connection that is open notices when it gets to it.
                assertThatThrownBy(() -> commitWhileApplied(store, "1"))
                        .isInstanceOf(StoreUnavailableException.class)
                        .hasMessageContaining(
                                "takes no writes: it is a standby, or default_transaction_read_only is on");
                assertThatThrownBy(() -> store.partition(1).commit(put("2")))
                        .isInstanceOf(StoreUnavailableException.class)
                        .hasMessageContaining("takes no writes: none of the hosts is a primary");
            } finally {
                setReadOnly("off");
            }
            assertThat(store.partition(1).get(HEAD)).isNotEqualTo(bytes("2"));
            assertThat(store.partition(1).commit(put("3"))).isEqualTo(CommitOutcome.APPLIED);
        }
    }

    private static void commitWhileApplied(Store store, String value) {
        CommitOutcome outcome;
        do {
            outcome = store.partition(1).commit(put(value));
        } while (outcome == CommitOutcome.APPLIED);
    }

    private static void setReadOnly(String value) {
        PRIMARY.execute("alter system set default_transaction_read_only = " + value);
        PRIMARY.execute("select pg_reload_conf()");
        PRIMARY.awaitRow("select 1 where current_setting('default_transaction_read_only') = '" + value + "'");
    }

    /** On servers of its own, since their roles change. */
    @Test
    void failOverToTheStandbyLosesNothingThatWasApplied() throws Exception {
        try (PostgresServer former = PostgresServer.with("synchronous_standby_names=next");
                PostgresServer next = former.standby("next")) {
            former.start();
            next.start();
            former.awaitRow("select 1 from pg_stat_replication where sync_state = 'sync'");
            try (Store store = PostgresServer.open(schema, former, next)) {
                List<Future<Integer>> writers = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    int partition = 10 + i;
                    writers.add(threads.submit(() -> writeUntilFailure(store, partition)));
                }
                while (store.partition(10).scanKeys(KeyRange.all(), 20).keys().size() < 20) {
                    Thread.onSpinWait();
                }
                former.stop();
                next.execute("select pg_promote()");
                Commit first = put("first");
                while (!isApplied(store, first)) {
                    Thread.onSpinWait();
                }
                for (int i = 0; i < writers.size(); i++) {
                    int applied = writers.get(i).get();
                    assertThat(store.partition(10 + i)
                                    .scanKeys(KeyRange.all(), applied + 2)
                                    .keys())
                            .hasSizeBetween(applied, applied + 1);
                }
            }
        }
    }

    /** While no host is the primary, nothing is applied. */
    private static boolean isApplied(Store store, Commit commit) {
        try {
            return store.partition(1).commit(commit) == CommitOutcome.APPLIED;
        } catch (StoreUnavailableException noPrimary) {
            return false;
        }
    }

    /** Returns how many commits were applied, one key each. */
    private static int writeUntilFailure(Store store, int partition) {
        int applied = 0;
        try {
            while (true) {
                byte[] key = {(byte) (applied >> 8), (byte) applied};
                Commit commit = new Commit(Durability.SYNCED).ifAbsent(key).put(key, new byte[100]);
                if (store.partition(partition).commit(commit) != CommitOutcome.APPLIED) {
                    return applied;
                }
                applied++;
            }
        } catch (StoreUnavailableException noPrimary) {
            return applied;
        }
    }
}
