package org.mayflydb.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.MovableClock;
import org.mayflydb.base.SystemTime;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.node.SharingSettings;
import org.mayflydb.ownership.LeaseTimes;
import org.mayflydb.server.cluster.Cluster;
import org.mayflydb.server.cluster.ClusterSecret;
import org.mayflydb.server.http.HttpSettings;
import org.mayflydb.server.rntbd.RntbdSettings;
import org.mayflydb.server.transport.ServerCertificate;
import org.mayflydb.storage.StoreWithRemoteReads;
import org.mayflydb.storage.memory.MemoryStore;

/**
 * Servers in this process that share a store in memory, whose reads count as remote. Each has an engine, ports and connections to the
 * others, and a lease of its own, shorter than usual.
 */
public final class TestCluster implements AutoCloseable {
    public static final String KEY = ServerSettings.WELL_KNOWN_KEY;

    public static final String SECRET = "known to all servers, and to nobody else";
    private static final LeaseTimes TIMES = new LeaseTimes(3_000, 500, 300, 500, 600_000, 1_000, 0.05);

    private final MemoryStore store = new MemoryStore();
    private final ServerCertificate certificate = ServerCertificate.inMemory("localhost", SystemTime.source());

    /** Always the same ids, and so the same places of partitions: every server gets some. */
    private final SplittableRandom random = new SplittableRandom(1);

    private final List<Member> members = new ArrayList<>();
    private final Set<String> violations = new TreeSet<>();

    /** One of the servers. */
    public final class Member {
        private final CutStore cut = new CutStore(store);
        private final EventLoopGuard guard = new EventLoopGuard(new StoreWithRemoteReads(cut));
        private final Cluster cluster;
        private final Engine engine;
        private final MayflyServer server;

        private Member(String name) {
            cluster = new Cluster(new Cluster.Settings(name, "127.0.0.1", "localhost", 0, ClusterSecret.of(SECRET)));
            engine = Engine.open(
                    guard,
                    EngineSettings.defaults()
                            .withSharing(SharingSettings.ofMachine(
                                            name, cluster::contact, random.split(), cluster::changeCatalog)
                                    .withTimes(TIMES)));
            server = MayflyServer.start(MayflyServer.Parts.forTests(
                            engine,
                            MovableClock.ticking(),
                            new HttpSettings("127.0.0.1", 0, () -> certificate),
                            new RntbdSettings("127.0.0.1", 0, () -> certificate))
                    .with(cluster));
        }

        public Engine engine() {
            return engine;
        }

        /** How the others reach it. */
        public String contact() {
            return cluster.contact();
        }

        public MayflyServer server() {
            return server;
        }

        /** Stops it as it is told to: it gives its partitions away first. */
        public void stop() {
            members.remove(this);
            violations.addAll(guard.violations());
            server.close();
        }

        /** Ends it as far as others can tell: none of its threads gets on, and in the end its ports are closed. */
        public void kill() {
            members.remove(this);
            violations.addAll(guard.violations());
            cut.cut();
            Thread end = new Thread(() -> cut.failing(this::closeWithoutStore), "end of a killed server");
            end.setDaemon(true);
            end.start();
        }

        private void closeWithoutStore() {
            try {
                server.close();
            } catch (MayflyException unreachable) {
                // It cannot say good-bye to the store.
            }
        }
    }

    public Member start(String name) {
        Member member = new Member(name);
        members.add(member);
        return member;
    }

    /** The kinds of calls of the store that were made on event loops. */
    public Set<String> violations() {
        members.forEach(member -> violations.addAll(member.guard.violations()));
        return violations;
    }

    @Override
    public void close() {
        List.copyOf(members).forEach(Member::stop);
        store.close();
    }
}
