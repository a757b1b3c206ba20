package org.mayflydb.ownership.simulation;

import java.util.SplittableRandom;
import org.mayflydb.ownership.CatalogView;
import org.mayflydb.ownership.LeaseTimes;
import org.mayflydb.ownership.Rules;

/** One seed: random requests and faults, then a quiet time after which everything must be served again. */
final class RandomRun {
    private static final int FAULTY_MILLIS = 150_000;
    private static final int QUIET_MILLIS = 120_000;

    private final long seed;
    private final Profile profile;
    private final Simulation simulation;
    private final RandomNetwork network;
    private final Clients clients;
    private final SplittableRandom random;
    private boolean quiet;

    RandomRun(long seed, Profile profile, Deviation deviation) {
        this.seed = seed;
        this.profile = profile;
        Network none = new Network() {
            @Override
            public int requestDelay(Call call) {
                return 1;
            }

            @Override
            public int replyDelay(Call call) {
                return 1;
            }
        };
        this.simulation = new Simulation(
                seed, without(profile, deviation), LeaseTimes.DEFAULT, none, profile.partitions(), profile.ttl());
        this.network = new RandomNetwork(simulation, profile);
        simulation.network(network);
        this.clients = new Clients(simulation);
        this.random = simulation.random();
    }

    private static Deviation without(Profile profile, Deviation deviation) {
        return profile.wallHalf() || deviation != Deviation.NONE
                ? deviation
                : new Deviation() {
                    @Override
                    Rules rules(LeaseTimes times) {
                        return new Rules(times) {
                            @Override
                            public boolean isLeaseValid(long monotonicSince, long wallSince) {
                                return super.isLeaseValid(monotonicSince, 0);
                            }
                        };
                    }
                };
    }

    static RandomRun swarm(long seed, Deviation deviation) {
        return new RandomRun(seed, Profile.swarm(new SplittableRandom(~seed)), deviation);
    }

    Simulation simulation() {
        return simulation;
    }

    Profile profile() {
        return profile;
    }

    RandomRun run() {
        if (profile.clockSteps() > 1 || profile.clockOffset() > 1_000) {
            simulation.allowWrongClocks();
        }
        for (int i = 0; i < profile.nodes(); i++) {
            long offset = i == 0 || profile.clockOffset() == 0
                    ? 0
                    : random.nextLong(-profile.clockOffset(), profile.clockOffset() + 1);
            SimulatedNode node = simulation.addNode(offset, random.nextLong(-profile.rate(), profile.rate() + 1));
            simulation.schedule(random.nextInt(3_000), node::start);
        }
        simulation.schedule(2_000, this::nextRequest);
        if (profile.faultMillis() > 0) {
            simulation.schedule(5_000, this::nextFault);
        }
        simulation.runFor(FAULTY_MILLIS);
        quiet = true;
        network.heal();
        for (SimulatedNode node : simulation.nodes()) {
            node.membershipCutUntil = 0;
            node.storeCutUntil = 0;
            node.endPause();
            if (!node.isUp()) {
                node.start();
            }
        }
        simulation.runFor(QUIET_MILLIS);
        simulation.checkEnd();
        return this;
    }

    private SimulatedNode anyNode() {
        return simulation.nodes().get(random.nextInt(simulation.nodes().size()));
    }

    private String anyContainer() {
        return profile.containers() && random.nextInt(3) == 0 ? "c1" : "c0";
    }

    private void nextRequest() {
        simulation.schedule(1 + random.nextInt(2 * profile.requestMillis()), this::nextRequest);
        int kind = random.nextInt(200);
        if (kind < 3 && !quiet) {
            changeCatalog();
            return;
        }
        String container = anyContainer();
        int key = random.nextInt(SimulatedStore.KEYS);
        CatalogView.Mapped mapped = simulation.store().catalog().containers().get(container);
        SimulatedNode node = simulation.anyOwner(clients.route(mapped, key));
        if (node == null || random.nextInt(16) == 0) {
            node = anyNode();
        }
        int ttl = random.nextInt(3) == 0 ? 2 + random.nextInt(20) : random.nextInt(8) == 0 ? -1 : 0;
        int choice = random.nextInt(100);
        if (choice < profile.writesPerCent()) {
            int which = random.nextInt(8);
            Request.Kind write =
                    which == 0 ? Request.Kind.DELETE : which < 3 ? Request.Kind.CREATE : Request.Kind.WRITE;
            clients.send(node, new Request(simulation, write, container, key, ttl));
        } else if (choice < profile.writesPerCent() + 15) {
            clients.purge(node, container, key);
        } else if (choice < profile.writesPerCent() + 30) {
            clients.query(node, container, key);
        } else {
            clients.read(node, container, key);
        }
    }

    private void changeCatalog() {
        SimulatedNode owner = simulation.anyOwner(CatalogView.SYSTEM);
        if (owner == null) {
            return;
        }
        switch (random.nextInt(6)) {
            case 0, 1 -> {
                if (profile.ttlChanges()) {
                    int[] choices = {Policy.OFF, 0, 3, 3, 10, 30};
                    clients.changeTtl(owner, anyContainer(), choices[random.nextInt(choices.length)]);
                }
            }
            case 2 -> {
                if (profile.shifts()) {
                    clients.changeShift(owner, random.nextInt(3) == 0 ? 0 : random.nextLong(-40, 41));
                }
            }
            case 3, 4 -> {
                if (profile.containers()) {
                    if (random.nextBoolean()) {
                        clients.create(owner, "c1", 1 + random.nextInt(2), 5);
                    } else {
                        clients.delete(owner, "c1");
                    }
                }
            }
            default -> {
                if (profile.splits()) {
                    split();
                }
            }
        }
    }

    private void split() {
        CatalogView catalog = simulation.store().catalog();
        CatalogView.Mapped container = catalog.containers().get(anyContainer());
        if (container != null && container.partitions().size() < 5) {
            int number = container
                    .partitions()
                    .get(random.nextInt(container.partitions().size()));
            SimulatedStore.Stored stored = simulation.store().partition(number);
            SimulatedNode owner = simulation.anyOwner(number);
            if (owner != null && stored.high - stored.low > 1) {
                owner.run(owner.life(), () -> owner.split(number));
            }
        }
    }

    private void nextFault() {
        if (quiet) {
            return;
        }
        simulation.schedule(1 + random.nextInt(2 * profile.faultMillis()), this::nextFault);
        SimulatedNode node = anyNode();
        switch (random.nextInt(7)) {
            case 0, 1 -> node.pause(1 + random.nextInt(profile.pauseMillis()));
            case 2 -> {
                if (profile.crashes()) {
                    node.crash();
                    simulation.schedule(1 + random.nextInt(15_000), node::start);
                }
            }
            case 3 -> {
                if (profile.suspends()) {
                    node.suspend(1 + random.nextInt(profile.pauseMillis()));
                }
            }
            case 4 -> {
                if (profile.cuts()) {
                    long until = simulation.time() + 1 + random.nextInt(profile.pauseMillis());
                    if (random.nextBoolean()) {
                        node.membershipCutUntil = until;
                    } else {
                        node.storeCutUntil = until;
                    }
                }
            }
            case 5 -> stepClock(node);
            default -> {
                if (profile.drains() && node.isUp()) {
                    node.run(node.life(), node::drain);
                    simulation.schedule(5_000L + random.nextInt(10_000), () -> {
                        node.crash();
                        node.start();
                    });
                }
            }
        }
    }

    /** Small steps of any clock, or steps of any size of one clock. */
    private void stepClock(SimulatedNode node) {
        if (profile.clockSteps() == 0) {
            return;
        }
        if (profile.clockSteps() == 1) {
            long wish = random.nextLong(-240, 241);
            node.clocks().step(node.usualOffset + wish - node.clocks().offset());
        } else {
            long size = random.nextBoolean() ? 3_000 : 60_000;
            node.clocks().step(random.nextLong(-size, size + 1));
        }
    }

    @Override
    public String toString() {
        return "seed " + seed + " " + profile + " " + simulation.invariants().messages();
    }
}
