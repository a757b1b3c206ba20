package org.mayflydb.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.concurrent.FastThreadLocalThread;
import org.junit.jupiter.api.Test;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.StoreWithRemoteReads;
import org.mayflydb.storage.memory.MemoryStore;

class EventLoopGuardTest {
    private final EventLoopGuard store = new EventLoopGuard(new MemoryStore());

    private static void onEventLoop(Runnable calls) throws InterruptedException {
        Thread thread = new FastThreadLocalThread(calls);
        thread.start();
        thread.join();
    }

    @Test
    void aCommitOnAnEventLoopIsNoted() throws InterruptedException {
        onEventLoop(() -> store.partition(1).commit(new Commit(Durability.SYNCED).put(new byte[] {1}, new byte[0])));
        assertThat(store.violations()).hasSize(1);
    }

    @Test
    void aGetOnAnEventLoopAndACommitElsewhereAreNot() throws InterruptedException {
        onEventLoop(() -> store.partition(1).get(new byte[] {1}));
        store.partition(1).commit(new Commit(Durability.SYNCED).put(new byte[] {1}, new byte[0]));
        assertThat(store.violations()).isEmpty();
    }

    @Test
    void aGetOnAnEventLoopIsNotedIfReadsAreNotLocal() throws InterruptedException {
        EventLoopGuard remote = new EventLoopGuard(new StoreWithRemoteReads(new MemoryStore()));
        onEventLoop(() -> remote.partition(1).get(new byte[] {1}));
        assertThat(remote.violations()).hasSize(1);
    }
}
