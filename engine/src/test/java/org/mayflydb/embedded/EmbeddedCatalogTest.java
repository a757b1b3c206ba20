package org.mayflydb.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mayflydb.embedded.Shop.item;

import org.junit.jupiter.api.Test;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.ConflictException;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.database.StoreCheck;
import org.mayflydb.membership.Membership;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.storage.memory.MemoryStore;

/** Databases and containers, as they come, change, go and survive. */
class EmbeddedCatalogTest {
    private MemoryStore store = new MemoryStore();

    private Mayfly reopen(Mayfly mayfly) {
        mayfly.close();
        store = store.reopen();
        return Mayfly.builder().open(store);
    }

    private static final ContainerSpec SPEC = ContainerSpec.named("c").partitionKey("/pk");

    @Test
    void databasesAndContainersSurviveClosing() {
        Mayfly mayfly = Mayfly.builder().open(store);
        Container container = mayfly.createDatabase("d").createContainer(SPEC.defaultTtlSeconds(60));
        container.create(item("a"));
        String properties = container.properties();
        Mayfly again = reopen(mayfly);
        Container found = again.database("d").container("c");
        assertThat(found.properties()).isEqualTo(properties);
        assertThat(found.usage().items()).isEqualTo(1);
        assertThat(again.databases()).extracting(Database::id).containsExactly("d");
    }

    @Test
    void containersAreShownWithTheDefaultsOfTheService() {
        try (Mayfly mayfly = Mayfly.builder().open(store)) {
            assertThat(mayfly.createDatabase("d").createContainer(SPEC).properties())
                    .matches("\\{\"id\":\"c\","
                            + "\"indexingPolicy\":\\{\"indexingMode\":\"consistent\",\"automatic\":true,"
                            + "\"includedPaths\":\\[\\{\"path\":\"/\\*\"\\}\\],"
                            + "\"excludedPaths\":\\[\\{\"path\":\"/\\\\\"_etag\\\\\"/\\?\"\\}\\]\\},"
                            + "\"partitionKey\":\\{\"paths\":\\[\"/pk\"\\],\"kind\":\"Hash\",\"version\":2\\},"
                            + "\"uniqueKeyPolicy\":\\{\"uniqueKeys\":\\[\\]\\},"
                            + "\"conflictResolutionPolicy\":\\{\"mode\":\"LastWriterWins\","
                            + "\"conflictResolutionPath\":\"/_ts\",\"conflictResolutionProcedure\":\"\"\\},"
                            + "\"geospatialConfig\":\\{\"type\":\"Geography\"\\},"
                            + "\"_rid\":\"([^\"]{8}.{2}E=)\",\"_ts\":\\d+,\"_self\":\"dbs/[^\"/]{6}==/colls/\\1/\","
                            + "\"_etag\":\"[^,]+\",\"_docs\":\"docs/\",\"_sprocs\":\"sprocs/\","
                            + "\"_triggers\":\"triggers/\",\"_udfs\":\"udfs/\",\"_conflicts\":\"conflicts/\"\\}");
        }
    }

    @Test
    void aNewStoreDoesNotRepeatTheResourceIdsOfAnother() {
        try (Mayfly one = Mayfly.builder().open(store);
                Mayfly other = Mayfly.builder().open(new MemoryStore())) {
            one.createDatabase("d");
            other.createDatabase("d");
            assertThat(one.engine().database("d").rid())
                    .isNotEqualTo(other.engine().database("d").rid());
        }
    }

    @Test
    void idsAreTakenOnce() {
        try (Mayfly mayfly = Mayfly.builder().open(store)) {
            Database database = mayfly.createDatabase("d");
            database.createContainer(SPEC);
            assertThatThrownBy(() -> mayfly.createDatabase("d")).isInstanceOf(ConflictException.class);
            assertThatThrownBy(() -> database.createContainer(SPEC)).isInstanceOf(ConflictException.class);
            assertThat(mayfly.createDatabaseIfNotExists("d")
                            .createContainerIfNotExists(SPEC)
                            .id())
                    .isEqualTo("c");
        }
    }

    @Test
    void whatIsMissingIsNotFoundAndAMissingOwnerIsSaidToBe() {
        try (Mayfly mayfly = Mayfly.builder().open(store)) {
            assertThatThrownBy(() -> mayfly.database("d")).isInstanceOf(NotFoundException.class);
            Database database = mayfly.createDatabase("d");
            assertThatThrownBy(() -> database.container("c"))
                    .isInstanceOf(NotFoundException.class)
                    .satisfies(failure ->
                            assertThat(((MayflyException) failure).subStatus()).isZero());
            Container container = database.createContainer(SPEC);
            container.delete();
            assertThatThrownBy(() -> container.create(item("a")))
                    .isInstanceOf(NotFoundException.class)
                    .satisfies(failure ->
                            assertThat(((MayflyException) failure).subStatus()).isEqualTo(1003));
        }
    }

    @Test
    void aContainerMadeAnewIsEmptyAndAnother() {
        Mayfly mayfly = Mayfly.builder().open(store);
        Database database = mayfly.createDatabase("d");
        Container first = database.createContainer(SPEC);
        first.create(item("a"));
        String before = first.properties();
        first.delete();
        Container second = database.createContainer(SPEC);
        assertThat(second.usage().items()).isZero();
        assertThat(second.properties()).isNotEqualTo(before);
        assertThat(store.partitionNumbers())
                .as("the keys of the first are gone, and the second knows how far that was")
                .containsExactly(0, 2, Membership.PARTITION);
        Mayfly again = reopen(mayfly);
        assertThat(again.database("d").container("c").usage().items()).isZero();
    }

    @Test
    void aDeletedDatabaseTakesItsContainersWithIt() {
        Mayfly mayfly = Mayfly.builder().open(store);
        Database database = mayfly.createDatabase("d");
        database.createContainer(SPEC).create(item("a"));
        database.delete();
        assertThat(mayfly.databases()).isEmpty();
        assertThat(store.partitionNumbers()).containsExactly(0, Membership.PARTITION);
        Mayfly again = reopen(mayfly);
        assertThat(again.databases()).isEmpty();
    }

    @Test
    void aDeletionCutShortIsFinishedByTheNextOpening() {
        FaultyStore faulty = new FaultyStore(store);
        Mayfly mayfly = Mayfly.builder().open(faulty);
        Database database = mayfly.createDatabase("d");
        Container container = database.createContainer(SPEC);
        container.create(item("a"));
        faulty.failCall(1, FaultyStore.Call.DROP);
        assertThatThrownBy(container::delete).isInstanceOf(UnavailableException.class);
        assertThat(store.partitionNumbers()).contains(1);
        Mayfly again = reopen(mayfly);
        assertThat(again.database("d").containers()).isEmpty();
        assertThat(store.partitionNumbers()).containsExactly(0, Membership.PARTITION);
        again.close();
        assertThat(StoreCheck.run(store.reopen()).findings()).isEmpty();
    }

    @Test
    void anUncertainCreationIsLookedUpBeforeTheNextOne() {
        FaultyStore faulty = new FaultyStore(store);
        Mayfly mayfly = Mayfly.builder().open(faulty);
        Database one = mayfly.createDatabase("one");
        Database two = mayfly.createDatabase("two");
        faulty.leaveNextOutcomeUnknown();
        assertThatThrownBy(() -> one.createContainer(SPEC)).isInstanceOf(UnavailableException.class);
        two.createContainer(SPEC).create(item("a"));
        assertThat(one.container("c").usage().items())
                .as("it had been made, with partitions of its own")
                .isZero();
        mayfly.close();
        assertThat(StoreCheck.run(store.reopen()).findings()).isEmpty();
    }

    @Test
    void whatTheStoreHasSettledIsReadThoughTheCatalogWasReadBefore() {
        FaultyStore faulty = new FaultyStore(store);
        Mayfly mayfly = Mayfly.builder().open(faulty);
        mayfly.createDatabase("one");
        // Stands for a creation whose outcome was unknown and that turns out to be stored.
        Mayfly.builder().open(store).createDatabase("two");
        assertThat(mayfly.databases()).extracting(Database::id).containsExactly("one");
        faulty.settle();
        assertThat(mayfly.databases()).extracting(Database::id).containsExactly("one", "two");
    }

    @Test
    void throughputDecidesHowManyPartitionsThereAre() {
        try (Mayfly mayfly = Mayfly.builder().open(store)) {
            Database database = mayfly.createDatabase("d");
            assertThat(partitions(mayfly, database, 400)).isEqualTo(1);
            assertThat(partitions(mayfly, database, 10_000)).isEqualTo(1);
            assertThat(partitions(mayfly, database, 10_100)).isEqualTo(2);
            assertThat(partitions(mayfly, database, 18_000)).isEqualTo(3);
            assertThat(partitions(mayfly, database, 20_000)).isEqualTo(2);
            assertThat(partitions(mayfly, database, 25_000)).isEqualTo(5);
            assertThat(partitions(mayfly, database, 30_000)).isEqualTo(5);
            assertThat(partitions(mayfly, database, 40_000)).isEqualTo(4);
            assertThat(partitions(mayfly, database, 100_000)).isEqualTo(17);
            assertThatThrownBy(() -> partitions(mayfly, database, 399)).isInstanceOf(BadRequestException.class);
        }
    }

    private static int partitions(Mayfly mayfly, Database database, int throughput) {
        String id = "t" + throughput;
        database.createContainer(ContainerSpec.named(id).partitionKey("/pk").throughput(throughput));
        return mayfly.engine().container(database.id(), id).partitions().size();
    }

    @Test
    void theIdAndThePartitionKeyOfAContainerCannotChange() {
        try (Mayfly mayfly = Mayfly.builder().open(store)) {
            Container container = mayfly.createDatabase("d").createContainer(SPEC);
            assertThatThrownBy(
                            () -> container.replaceProperties("{\"id\":\"x\",\"partitionKey\":{\"paths\":[\"/pk\"]}}"))
                    .isInstanceOf(BadRequestException.class);
            assertThatThrownBy(
                            () -> container.replaceProperties("{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/x\"]}}"))
                    .isInstanceOf(BadRequestException.class);
        }
    }

    @Test
    void aStoreOfAnotherFormatIsRefused() {
        Mayfly.builder().open(store).close();
        store = store.reopen();
        store.partition(0).commit(new Commit(Durability.SYNCED).put(new byte[] {1}, new byte[] {'?'}));
        assertThatThrownBy(() -> Mayfly.builder().open(store))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("'?'")
                .hasMessageContaining("memory");
    }

    @Test
    void aStoreWithoutAFormatRecordIsRefused() {
        store.partition(3).commit(new Commit(Durability.SYNCED).put(new byte[] {1}, new byte[] {1}));
        assertThatThrownBy(() -> Mayfly.builder().open(store))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("no format record");
    }

    @Test
    void aDamagedCatalogIsRefusedAndNamed() {
        Mayfly mayfly = Mayfly.builder().open(store);
        mayfly.createDatabase("d");
        mayfly.close();
        store = store.reopen();
        byte[] databaseKey = {(byte) 0x81, 0, 0, 0, 1};
        store.partition(0).commit(new Commit(Durability.SYNCED).put(databaseKey, new byte[] {'{'}));
        assertThatThrownBy(() -> Mayfly.builder().open(store))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("database");
    }
}
