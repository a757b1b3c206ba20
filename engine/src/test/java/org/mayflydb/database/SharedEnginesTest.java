package org.mayflydb.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.FailureCode;
import org.mayflydb.base.MayflyException;
import org.mayflydb.catalog.ClientEncryptionKey;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.charge.Throughput;
import org.mayflydb.database.SharedWorld.Member;
import org.mayflydb.item.Items;
import org.mayflydb.item.expiry.PurgeResult;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.storage.FaultyStore.Call;
import org.mayflydb.storage.KeyRange;

/** Two and three engines on one store: the assumptions of a single process, each of which would lose or corrupt data here. */
class SharedEnginesTest {
    private static final long DAY_MILLIS = 86_400_000;

    private final SharedWorld world = new SharedWorld(1);
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

    private static void upsert(Member member, String key, long value) {
        SharedWorld.items(member, "c")
                .writer()
                .upsert(SharedWorld.item(key, value, null), WriteOptions.NONE)
                .join();
    }

    private static void assertMoved(Runnable request) {
        assertThatThrownBy(request::run)
                .isInstanceOfSatisfying(
                        MayflyException.class,
                        failure -> assertThat(failure.code()).isEqualTo(FailureCode.COMPLETING_MOVE));
    }

    @Test
    void aWriteTakesNoPartitionFromItsOwner() {
        ContainerRecord container = world.createContainer("c", null, 1);
        Member owner = owner("k");
        int partition = container.partitions().get(0).number();
        long epoch = world.head(partition).epoch();

        assertMoved(() -> upsert(other(owner), "k", 1));

        assertThat(world.head(partition).epoch()).isEqualTo(epoch);
        upsert(owner, "k", 2);
        assertThat(world.read("c", "k")).isEqualTo(2);
    }

    @Test
    void aPurgeTakesNoPartitionFromItsOwner() {
        ContainerRecord container = world.createContainer("c", 5, 1);
        Member owner = owner("k");
        world.pass(10_000);
        long epoch = world.head(container.partitions().get(0).number()).epoch();

        assertThat(SharedWorld.items(other(owner), "c").removal().purge(10).items())
                .isZero();
        assertThat(world.head(container.partitions().get(0).number()).epoch()).isEqualTo(epoch);
        assertThat(SharedWorld.items(owner, "c").removal().purge(10).items()).isEqualTo(1);
    }

    @Test
    void aLostPartitionIsServedAgainWithoutARestart() {
        world.createContainer("c", null, 1);
        Member owner = owner("k");
        owner.suspend();
        world.passFailOver();
        assertThat(world.ownerOf("c", "k")).isSameAs(other(owner));

        owner.resume();
        other(owner).kill();
        world.passFailOver();

        world.upsert("c", "k", 7, null);
        assertThat(SharedWorld.value(owner.engine(), "c", "k")).isEqualTo(7);
    }

    @Test
    void noPartitionNumberIsUsedTwice() {
        Set<Integer> numbers = new HashSet<>();
        for (int i = 0; i < 6; i++) {
            ContainerRecord container = world.createContainer("c" + i, null, 2);
            for (PartitionSpec partition : container.partitions()) {
                assertThat(numbers.add(partition.number())).isTrue();
            }
            if (i == 2) {
                Member system = systemOwner();
                system.suspend();
                world.passFailOver();
                system.resume();
                assertThat(systemOwner()).isSameAs(other(system));
            }
        }
    }

    private Member systemOwner() {
        return one.running && one.node().hasLease() && one.node().partition(Engine.SYSTEM) != null ? one : two;
    }

    @Test
    void theCatalogIsChangedByTheOwnerOfTheSystemPartitionAlone() {
        world.createContainer("c", null, 1);
        assertMoved(() -> other(systemOwner()).engine().createDatabase("e"));
        assertThat(systemOwner().engine().createDatabase("e").id()).isEqualTo("e");
    }

    @Test
    void aStartingEngineErasesNothingThatOthersUse() {
        world.createContainer("c", null, 3);
        for (int i = 0; i < 20; i++) {
            world.upsert("c", "k" + i, i, null);
        }
        world.start("c", 0);
        world.passFailOver();
        for (int i = 0; i < 20; i++) {
            assertThat(world.read("c", "k" + i)).isEqualTo(i);
        }
    }

    @Test
    void aDroppedPartitionIsNotRevivedByALateWriter() {
        ContainerRecord container = world.createContainer("c", null, 1);
        Member owner = owner("k");
        // A write that its owner gave up, and that arrives after the container is gone.
        for (int commit = 1; commit <= 5; commit++) {
            owner.faults.delayCommit(commit, 1_000_000);
        }
        owner.suspend();
        assertThatThrownBy(() -> upsert(owner, "k", 1)).isInstanceOf(MayflyException.class);
        world.passFailOver();
        world.ask(engine -> {
            engine.deleteContainer("d", "c");
            return true;
        });
        world.passFailOver();
        owner.faults.applyLate();

        int partition = container.partitions().get(0).number();
        assertThat(world.head(partition).ownership().state()).isEqualTo(PartitionHead.State.DROPPED);
        assertThat(world.store.partition(partition).scanKeys(KeyRange.all(), 10).keys())
                .hasSize(1);
    }

    @Test
    void aChangeOfTheTtlIsInForceOnEveryNodeOnceItIsAcknowledged() {
        world.createContainer("c", null, 3);
        for (int i = 0; i < 12; i++) {
            world.upsert("c", "k" + i, i, null);
        }
        world.pass(20_000);
        world.changeTtl("c", 10);
        for (int i = 0; i < 12; i++) {
            for (Member member : List.of(one, two)) {
                int number = i;
                try {
                    assertThat(SharedWorld.value(member.engine(), "c", "k" + number))
                            .isNull();
                } catch (MayflyException moved) {
                    assertThat(moved.code()).isEqualTo(FailureCode.COMPLETING_MOVE);
                }
            }
        }
        world.changeTtl("c", null);
        for (int i = 0; i < 12; i++) {
            assertThat(world.read("c", "k" + i)).isEqualTo(i);
        }
    }

    @Test
    void anOwnerThatMissedAChangeOfTheTtlPurgesNothingByTheOldRule() {
        String container = containerOfAnotherThan(systemOwner(), 10);
        Member owner = other(systemOwner());
        world.pass(20_000);
        // Deletion has decided by the old rule when the owner is suspended.
        owner.faults.beforeCommit(
                1,
                () -> SharedWorld.aside(() -> {
                    owner.suspend();
                    world.passFailOver();
                    world.changeTtl(container, null);
                    owner.resume();
                }));
        assertThatThrownBy(() -> SharedWorld.items(owner, container).removal().purge(10))
                .isInstanceOf(MayflyException.class);
        assertThat(world.read(container, "k")).isZero();
    }

    /** Creates a container with an item whose partition the other engine owns; returns its id. */
    private String containerOfAnotherThan(Member member, @Nullable Integer defaultTtl) {
        for (int i = 0; i < 50; i++) {
            String id = "other" + i;
            world.createContainer(id, defaultTtl, 1);
            world.upsert(id, "k", 0, null);
            if (world.ownerOf(id, "k") == other(member)) {
                return id;
            }
        }
        throw new AssertionError("all partitions are owned by one engine");
    }

    @Test
    void anIndexingPolicyChangedElsewhereIsThatOfTheOwnersWrites() {
        String container = containerOfAnotherThan(systemOwner(), null);
        JsonObject properties = SteppedEngine.properties(container, null)
                .with(
                        "indexingPolicy",
                        JsonValue.parse(
                                "{\"includedPaths\":[{\"path\":\"/*\"}],\"excludedPaths\":[{\"path\":\"/v/?\"}]}"));
        ContainerRecord changed = world.ask(engine -> engine.replaceContainer("d", container, properties));
        assertThat(SharedWorld.items(other(systemOwner()), container)
                        .index()
                        .rules()
                        .policy())
                .isEqualTo(changed.properties().indexingPolicy());
    }

    @Test
    void aLogThatIsRequestedElsewhereIsKeptByTheOwner() {
        String container = containerOfAnotherThan(systemOwner(), null);
        JsonObject properties = SteppedEngine.properties(container, null)
                .with("changeFeedPolicy", JsonValue.parse("{\"retentionDuration\":10}"));
        world.ask(engine -> engine.replaceContainer("d", container, properties));
        assertThat(SharedWorld.items(other(systemOwner()), container)
                        .logPolicy()
                        .isKept())
                .isTrue();
    }

    @Test
    void aDeletedPartitionKeyStaysDeletedUnderTheNextOwner() {
        world.createContainer("c", null, 1);
        Member owner = owner("k");
        world.ask(engine -> {
            engine.deleteAll("d", "c", SharedWorld.key("k"));
            return true;
        });
        owner.kill();
        world.passFailOver();
        assertThat(world.read("c", "k")).isNull();
        assertThat(SharedWorld.items(other(owner), "c").removal().hasDeletedKeys())
                .isTrue();
    }

    @Test
    void aSuspendedOwnerDoesNotRespondAfterItsLease() {
        world.createContainer("c", null, 1);
        Member owner = owner("k");
        owner.suspend();
        world.pass(SharedWorld.TIMES.lease());
        assertMoved(() -> SharedWorld.value(owner.engine(), "c", "k"));
        assertMoved(() -> SharedWorld.value(owner.engine(), "c", "absent"));
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
    void anExpiredItemStaysGoneUnderAnOwnerWithASlowerClock() {
        world.createContainer("c", null, 1);
        Member fast = owner("k");
        // More than the time that the next owner takes to notice a clean stop.
        other(fast).offset = -2_400;
        world.pass(20_000);
        world.changeTtl("c", -1);
        world.upsert("c", "k", 1, 30);
        while (world.read("c", "k") != null) {
            world.pass(500);
        }
        assertThat(world.ownerOf("c", "k")).isSameAs(fast);
        fast.stop();
        assertThat(world.read("c", "k")).isNull();
    }

    @Test
    void aClockThatStepsBackShowsNoExpiredItemAgain() {
        two.kill();
        world.passFailOver();
        world.createContainer("c", -1, 1);
        world.upsert("c", "k", 1, 3600);
        one.offset += DAY_MILLIS;
        world.pass(SharedWorld.TIMES.lease());
        assertThat(world.read("c", "k")).isNull();

        one.offset -= DAY_MILLIS;
        world.pass(SharedWorld.TIMES.lease());
        assertThat(world.read("c", "k")).as("with the same owner").isNull();

        Member next = world.start("c", 0);
        one.kill();
        world.passFailOver();
        assertThat(world.ownerOf("c", "k")).isSameAs(next);
        assertThat(world.read("c", "k")).as("with the next owner").isNull();
    }

    @Test
    void aClockOneDayAheadOnOneOfThreeNodesDeletesNothingEarly() {
        world.start("c", 0);
        world.createContainer("c", -1, 1);
        world.upsert("c", "k", 1, 3600);
        Member owner = Objects.requireNonNull(world.ownerOf("c", "k"));
        owner.offset += DAY_MILLIS;
        world.pass(2 * SharedWorld.TIMES.lease());

        assertThat(SharedWorld.items(owner, "c").removal().purge(10).items()).isZero();
        owner.kill();
        world.passFailOver();
        assertThat(world.read("c", "k")).isEqualTo(1);
    }

    @Test
    void aCleanStopHandsOverAtOnce() {
        world.createContainer("c", null, 2);
        owner("k");
        one.stop();
        world.pass(2 * SharedWorld.TIMES.poll());
        assertThat(world.ownerOf("c", "k")).isSameAs(two);
    }

    @Test
    void aNewEngineGetsItsShare() {
        world.createContainer("c", null, 3);
        world.createContainer("e", null, 3);
        Member three = world.start("c", 0);
        world.pass(4 * SharedWorld.TIMES.lease());
        assertThat(SharedWorld.items(three, "c").partitions().size()
                        + SharedWorld.items(three, "e").partitions().size())
                .isPositive();
        for (int i = 0; i < 10; i++) {
            world.upsert("c", "k" + i, i, null);
            assertThat(world.read("c", "k" + i)).isEqualTo(i);
        }
    }

    @Test
    void anUnknownOutcomeThatCannotBeSettledMovesThePartition() {
        world.createContainer("c", null, 1);
        Member owner = owner("k");
        for (int commit = 1; commit <= 5; commit++) {
            owner.faults.delayCommit(commit, 1_000_000);
        }
        assertThatThrownBy(() -> upsert(owner, "k", 1))
                .isInstanceOfSatisfying(
                        MayflyException.class,
                        failure -> assertThat(failure.code()).isEqualTo(FailureCode.UNAVAILABLE));
        world.pass(2 * SharedWorld.TIMES.poll());
        Long value = world.read("c", "k");
        owner.faults.applyLate();
        assertThat(world.read("c", "k")).isEqualTo(value);
        world.upsert("c", "k", 9, null);
        assertThat(world.read("c", "k")).isEqualTo(9);
    }

    @Test
    void aListOfOneKeyNeedsTheOwnerOfThatKeyAlone() {
        world.createContainer("c", null, 3);
        Member owner = owner("k");
        int key = 0;
        while (world.ownerOf("c", "k" + key) == owner) {
            key++;
        }
        assertThat(SharedWorld.items(owner, "c")
                        .reads()
                        .list(ListScope.of(SharedWorld.key("k")), 10, null)
                        .items())
                .hasSize(1);
        assertMoved(() -> SharedWorld.items(owner, "c").reads().list(ListScope.ALL, 10, null));
    }

    @Test
    void noEventLoopLooksUpWhatAnotherProcessMayHaveCreated() {
        assertThat(one.engine().isSettled()).isFalse();
    }

    @Test
    void aPollThatFindsTheCatalogUnchangedReadsItsVersionAlone() {
        world.createContainer("c", null, 1);
        world.passFailOver();
        for (Member member : List.of(one, two)) {
            member.watched.catalogReads.clear();
            for (int polls = 1; polls <= 5; polls++) {
                member.node().poll();
                assertThat(member.watched.catalogReads)
                        .as("reads of the catalog in " + polls + " polls")
                        .isEqualTo(Collections.nCopies(polls, "get"));
            }
        }
        assertThat(one.engine().findContainer("d", "missing")).isNull();
        assertThat(one.engine().container("d", "c").id()).isEqualTo("c");
    }

    @Test
    void aPollAfterAChangeReadsTheWholeCatalog() {
        world.createContainer("c", null, 1);
        world.passFailOver();
        Member follower = other(systemOwner());
        follower.watched.catalogReads.clear();
        systemOwner().engine().createDatabase("e");
        follower.node().poll();
        assertThat(follower.watched.catalogReads).contains("scan");
        assertThat(follower.engine().database("e").id()).isEqualTo("e");
    }

    @Test
    void aContainerForgetsAPartitionThatHasMovedAway() {
        world.createContainer("c", 1000, 8);
        for (int i = 0; i < 20; i++) {
            world.upsert("c", "k" + i, i, null);
        }
        Member three = world.start("c", 0);
        world.pass(5 * SharedWorld.TIMES.lease());
        for (Member member : List.of(one, two, three)) {
            assertThat(SharedWorld.items(member, "c").partitions()).isNotEmpty().allMatch(Partition::isWritable);
        }
    }

    @Test
    void aReleaseThatTheStoreRefusesLeavesThePartitionInUse() {
        ContainerRecord container = world.createContainer("c", null, 8);
        for (int i = 0; i < 20; i++) {
            world.upsert("c", "k" + i, i, null);
        }
        for (PartitionSpec partition : container.partitions()) {
            one.watched.refusing.add(partition.number());
            two.watched.refusing.add(partition.number());
        }
        // Both try to release what belongs to a third, until it is gone.
        Member three = world.start("c", 0);
        world.pass(4 * SharedWorld.TIMES.lease());
        assertThat(one.watched.refused + two.watched.refused)
                .as("releases that were refused")
                .isPositive();
        three.kill();
        world.passFailOver();
        one.watched.refusing.clear();
        two.watched.refusing.clear();
        world.passFailOver();
        for (int i = 0; i < 20; i++) {
            assertThat(world.read("c", "k" + i)).isEqualTo(i);
        }
    }

    @Test
    void theJobsOfAnEngineWorkOnItsOwnPartitionsAlone() {
        JsonObject properties =
                SteppedEngine.properties("c", 5).with("changeFeedPolicy", JsonValue.parse("{\"retentionDuration\":1}"));
        world.createContainer("other", null, 1);
        int partition = world.ask(engine -> engine.createContainer("d", properties, Throughput.manual(400)))
                .partitions()
                .get(0)
                .number();
        Member owner = owner("k");
        world.upsert("c", "deleted", 1, null);
        world.ask(engine -> {
            engine.deleteAll("d", "c", SharedWorld.key("deleted"));
            return true;
        });
        world.pass(120_000);
        world.ask(engine -> engine.replaceOffer(engine.container("d", "c"), offer -> Throughput.manual(20_000), null));

        PartitionHead before = world.head(partition);
        work(other(owner));
        assertThat(world.head(partition))
                .as("the head after the jobs of another engine")
                .isEqualTo(before);
        work(owner);
        assertThat(world.head(partition).items())
                .as("items after the owner's jobs")
                .isZero();
        assertThat(world.head(partition).sequence()).isGreaterThan(before.sequence());
    }

    /** A step of every background job. */
    private static void work(Member member) {
        Items items = SharedWorld.items(member, "c");
        PurgeResult purged = items.removal().purge(100);
        boolean more = items.removal().removeDeleted(100);
        boolean longer = items.trimLog(100);
        boolean stale = items.index().rebuildStep();
        assertThat(purged.done() && !more && !longer && !stale).isTrue();
    }

    @Test
    void aReplaceThatFindsNothingIsRefusedByAnOwnerThatLostItsLease() {
        world.createContainer("c", null, 1);
        Member owner = owner("k");
        owner.suspend();
        world.pass(SharedWorld.TIMES.lease());
        assertMoved(() -> SharedWorld.items(owner, "c")
                .writer()
                .delete("absent", SharedWorld.key("absent"), ItemConditions.NONE)
                .join());
    }

    @Test
    void keyIsKnownToEveryEngineWhenItsChangeIsAnswered() {
        world.createContainer("c", null, 1);
        Member owner = systemOwner();
        JsonObject body = (JsonObject) JsonValue.parse("{\"id\":\"k\",\"encryptionAlgorithm\":\"a\","
                + "\"wrappedDataEncryptionKey\":\"AQID\",\"keyWrapMetadata\":{}}");
        ClientEncryptionKey created = owner.engine().clientEncryptionKeys().create("d", body);
        assertThat(other(owner).engine().clientEncryptionKeys().list("d")).containsExactly(created);
        assertMoved(() -> other(owner).engine().clientEncryptionKeys().replace("d", "k", body, null));
        ClientEncryptionKey replaced = owner.engine().clientEncryptionKeys().replace("d", "k", body, created.etag());
        assertThat(other(owner).engine().clientEncryptionKeys().find("d", "k")).isEqualTo(replaced);
    }
}
