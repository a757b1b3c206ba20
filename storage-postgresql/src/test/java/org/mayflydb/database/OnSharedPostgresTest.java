package org.mayflydb.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.FailureCode;
import org.mayflydb.base.MayflyException;
import org.mayflydb.database.SharedWorld.Member;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.storage.FaultyStore.Call;
import org.mayflydb.storage.StoreOptions;
import org.mayflydb.storage.Stores;
import org.mayflydb.storage.postgresql.TestPostgresProvider;

/** Two engines on one PostgreSQL server. {@link SharedEnginesTest} has more of them, on a store in memory. */
@Tag("process")
class OnSharedPostgresTest {
    private final SharedWorld world =
            new SharedWorld(1, Stores.open(TestPostgresProvider.ADDRESS, StoreOptions.defaults()));
    private final Member one = world.start("a", 0);
    private final Member two = world.start("b", 0);

    @AfterEach
    void close() {
        world.close();
    }

    private Member owner(String key) {
        world.upsert("c", key, 0, null);
        return Objects.requireNonNull(world.ownerOf("c", key));
    }

    private Member other(Member member) {
        return member == one ? two : one;
    }

    private static void assertMoved(Runnable request) {
        assertThatThrownBy(request::run)
                .isInstanceOfSatisfying(
                        MayflyException.class,
                        failure -> assertThat(failure.code()).isEqualTo(FailureCode.COMPLETING_MOVE));
    }

    @Test
    void aWriteTakesNoPartitionFromItsOwner() {
        world.createContainer("c", null, 1);
        Member owner = owner("k");
        assertMoved(() -> SharedWorld.items(other(owner), "c")
                .writer()
                .upsert(SharedWorld.item("k", 1, null), WriteOptions.NONE)
                .join());
        assertThat(world.read("c", "k")).isZero();
    }

    @Test
    void theNextOwnerHasEverythingThatAKilledOneAcknowledged() {
        world.createContainer("c", null, 2);
        for (int i = 0; i < 20; i++) {
            world.upsert("c", "k" + i, i, null);
        }
        Objects.requireNonNull(world.ownerOf("c", "k0")).kill();
        world.passFailOver();
        for (int i = 0; i < 20; i++) {
            assertThat(world.read("c", "k" + i)).isEqualTo(i);
        }
    }

    @Test
    void aReadThatOutlivesTheLeaseIsNotAnswered() {
        world.createContainer("c", null, 1);
        Member owner = owner("k");
        owner.faults.beforeCall(1, Call.GET, () -> {
            owner.suspend();
            world.passFailOver();
            world.upsert("c", "k", 5, null);
            owner.resume();
        });
        assertMoved(() -> SharedWorld.value(owner.engine(), "c", "k"));
        assertThat(world.read("c", "k")).isEqualTo(5);
    }

    @Test
    void anExpiredItemStaysGoneUnderTheNextOwner() {
        world.createContainer("c", -1, 1);
        world.upsert("c", "k", 1, 5);
        Member owner = Objects.requireNonNull(world.ownerOf("c", "k"));
        world.pass(20_000);
        assertThat(world.read("c", "k")).isNull();
        owner.kill();
        world.passFailOver();
        assertThat(world.read("c", "k")).isNull();
    }

    @Test
    void anUnknownOutcomeThatCannotBeSettledMovesThePartition() {
        world.createContainer("c", null, 1);
        Member owner = owner("k");
        for (int commit = 1; commit <= 5; commit++) {
            owner.faults.delayCommit(commit, 1_000_000);
        }
        assertThatThrownBy(() -> SharedWorld.items(owner, "c")
                        .writer()
                        .upsert(SharedWorld.item("k", 1, null), WriteOptions.NONE)
                        .join())
                .isInstanceOf(MayflyException.class);
        world.pass(2 * SharedWorld.TIMES.poll());
        Long value = world.read("c", "k");
        owner.faults.applyLate();
        assertThat(world.read("c", "k")).isEqualTo(value);
        world.upsert("c", "k", 9, null);
        assertThat(world.read("c", "k")).isEqualTo(9);
    }
}
