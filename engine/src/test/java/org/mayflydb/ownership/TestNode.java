package org.mayflydb.ownership;

import java.util.UUID;

/** A node with clocks that a test moves. */
final class TestNode implements NodeClocks {
    static final LeaseTimes TIMES = LeaseTimes.DEFAULT;

    final StoreDriver driver;
    final LocalNode local;
    private long monotonic;
    private long wall = 1_000_000;
    private long ids;

    TestNode(StoreDriver driver, int number) {
        this.driver = driver;
        this.local = new LocalNode(new Rules(TIMES), this, "host" + number, () -> new UUID(number, ++ids));
    }

    /** A node that is registered and knows the catalog. */
    static TestNode started(StoreDriver driver, int number) {
        TestNode node = new TestNode(driver, number);
        node.renew();
        driver.run(CatalogPoll.of(node.local));
        return node;
    }

    @Override
    public long monotonic() {
        return monotonic;
    }

    @Override
    public long wall() {
        return wall;
    }

    void advance(long millis) {
        monotonic += millis;
        wall += millis;
    }

    void setWall(long millis) {
        wall = millis;
    }

    void suspend(long millis) {
        wall += millis;
    }

    /** For another process of the same host. */
    void skipIds(int count) {
        ids += count;
    }

    void renew() {
        driver.run(Renewal.of(local));
    }

    void poll() {
        driver.run(MembershipPoll.of(local));
    }

    UUID id() {
        UUID id = local.id();
        if (id == null) {
            throw new IllegalStateException("the node is not registered");
        }
        return id;
    }

    OwnedPartition acquire(int partition) {
        driver.run(Acquire.of(local, partition));
        return owned(partition);
    }

    OwnedPartition owned(int partition) {
        OwnedPartition owned = local.partition(partition);
        if (owned == null) {
            throw new IllegalStateException("the node does not own partition " + partition);
        }
        return owned;
    }

    /** Moves the time until this node has declared another one dead. */
    void outlive(UUID other) {
        for (int i = 0; i < 20; i++) {
            advance(TIMES.poll());
            renew();
            poll();
            if (driver.node(other) == null
                    || !driver.nodes().stream().anyMatch(node -> node.id().equals(other) && node.alive())) {
                return;
            }
        }
        throw new IllegalStateException("the node stays alive");
    }
}
