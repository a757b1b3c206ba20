package org.mayflydb.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mayflydb.embedded.Shop.KEY;
import static org.mayflydb.embedded.Shop.START;
import static org.mayflydb.embedded.Shop.isVisible;
import static org.mayflydb.embedded.Shop.item;

import java.time.Duration;
import java.time.Instant;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.MovableClock;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.catalog.UserRecord;
import org.mayflydb.catalog.Users;
import org.mayflydb.json.JsonObject;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.testing.TestStores;

/** A write that was made, although its caller was told that nobody knows: from then on everybody sees that it was. */
class UncertainOutcomesTest {
    private static final ContainerSpec SPEC =
            ContainerSpec.named("c").partitionKey("/pk").defaultTtlSeconds(10);

    private final FaultyStore store = new FaultyStore(TestStores.open());
    private final MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(START));
    private final Mayfly mayfly =
            Mayfly.builder().clock(clock).backgroundPurge(false).open(store);
    private final Database database = mayfly.createDatabase("d");

    @AfterEach
    void close() {
        mayfly.close();
    }

    /** Makes a call whose commit is applied, but neither its answer nor the look at what became of it gets through. */
    private void uncertainly(ThrowingCallable call) {
        store.beforeCommit(1, () -> store.failCall(1, FaultyStore.Call.GET));
        store.loseAnswer(1, true);
        assertThatThrownBy(call).isInstanceOf(UnavailableException.class);
        store.disarm();
    }

    @Test
    void aContainerIsThereForReaders() {
        uncertainly(() -> database.createContainer(SPEC));
        assertThat(database.containers()).extracting(Container::id).containsExactly("c");
        assertThat(database.container("c").create(item("a")).json()).contains("\"id\":\"a\"");
    }

    @Test
    void aDeletedContainerIsGoneForReaders() {
        Container container = database.createContainer(SPEC);
        uncertainly(container::delete);
        assertThatThrownBy(() -> database.container("c")).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> container.read("a", KEY)).isInstanceOf(NotFoundException.class);
    }

    @Test
    void aUserIsThereForReaders() {
        Users users = mayfly.engine().users();
        uncertainly(
                () -> users.create("d", JsonObject.builder().put("id", "ann").build()));
        assertThat(users.list("d")).extracting(UserRecord::id).containsExactly("ann");
    }

    @Test
    void aDefaultCountsForItemsAsItIsShown() {
        Container container = database.createContainer(SPEC);
        container.create(item("a"));
        uncertainly(() -> container.defaultTtlSeconds(1000));
        clock.advance(Duration.ofSeconds(10));
        assertThat(container.properties()).contains("\"defaultTtl\":1000");
        assertThat(isVisible(container, "a")).isTrue();
    }

    @Test
    void anItemCountsInTheUsage() {
        Container container = database.createContainer(SPEC);
        uncertainly(() -> container.create(item("a")));
        assertThat(container.usage().items()).isEqualTo(1);
        assertThat(container.usage().bytes()).isEqualTo(container.read("a", KEY).bytes().length);
    }

    @Test
    void timeDoesNotGoBackBehindAnItem() {
        Container container = database.createContainer(SPEC);
        container.create(item("early"));
        clock.advance(Duration.ofSeconds(10));
        uncertainly(() -> container.create(item("late")));
        clock.advance(Duration.ofSeconds(-5));
        assertThat(isVisible(container, "late")).isTrue();
        assertThat(isVisible(container, "early")).isFalse();
    }

    @Test
    void aStoreThatStillFailsIsSaidToFail() {
        uncertainly(() -> database.createContainer(SPEC));
        store.failCall(1, FaultyStore.Call.GET);
        assertThatThrownBy(database::containers).isInstanceOf(UnavailableException.class);
        assertThat(database.containers()).hasSize(1);
    }
}
