package org.mayflydb.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mayflydb.embedded.Shop.KEY;
import static org.mayflydb.embedded.Shop.item;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.ConflictException;

/** The feed of all versions and deletes. */
class AllVersionsTest {
    private final Shop shop = new Shop();
    private final Container container = logged("logged");

    @AfterEach
    void close() {
        shop.close();
    }

    private ContainerSpec spec(String id) {
        return ContainerSpec.named(id)
                .partitionKey("/pk")
                .defaultTtlSeconds(-1)
                .changeRetention(Duration.ofMinutes(10));
    }

    private Container logged(String id) {
        return shop.database.createContainer(spec(id));
    }

    private static List<String> texts(List<Change> changes) {
        return changes.stream().map(change -> change.kind() + " " + change.id()).toList();
    }

    private static Changes begun(Container container) {
        Changes changes = container.changes().allVersions();
        changes.rest();
        return changes;
    }

    @Test
    void everyVersionAndDeleteIsInIt() {
        Changes changes = begun(container);
        container.create(item("a"));
        container.upsert("{\"id\":\"a\",\"pk\":\"p\",\"v\":2}");
        container.delete("a", KEY);
        List<Change> found = changes.rest();
        assertThat(texts(found)).containsExactly("CREATED a", "REPLACED a", "DELETED a");
        assertThat(found.get(0).json().orElseThrow()).doesNotContain("\"v\":2");
        assertThat(found.get(1).json().orElseThrow()).contains("\"v\":2");
        assertThat(found.get(2).json()).isEmpty();
        assertThat(found.get(2).partitionKey()).isEqualTo(KEY);
    }

    @Test
    void anExpiredItemIsDeletedWhenItIsPurged() {
        Changes changes = begun(container);
        container.create(item("a", "10"));
        shop.pass(10);
        assertThat(texts(changes.rest())).containsExactly("CREATED a");
        container.purge(100);
        assertThat(texts(changes.rest())).containsExactly("EXPIRED a");
        container.purge(100);
        assertThat(changes.rest()).isEmpty();
    }

    @Test
    void whoTakesTheIdOfAnExpiredItemComesAfterItsDelete() {
        Changes changes = begun(container);
        container.create(item("a", "10"));
        shop.pass(10);
        container.create(item("a"));
        container.purge(100);
        assertThat(texts(changes.rest())).containsExactly("CREATED a", "EXPIRED a", "CREATED a");
    }

    @Test
    void whoTakesAUniqueValueOfAnExpiredItemComesAfterItsDelete() {
        Container unique = shop.database.createContainer(spec("unique").uniqueKey("/mail"));
        Changes changes = begun(unique);
        unique.create("{\"id\":\"a\",\"pk\":\"p\",\"mail\":1,\"ttl\":10}");
        shop.pass(10);
        unique.create("{\"id\":\"b\",\"pk\":\"p\",\"mail\":1}");
        assertThat(texts(changes.rest())).containsExactly("CREATED a", "EXPIRED a", "CREATED b");
    }

    @Test
    void aWriteThatFailedIsNotInIt() {
        Changes changes = begun(container);
        container.create(item("a"));
        assertThatThrownBy(() -> container.create(item("a"))).isInstanceOf(ConflictException.class);
        assertThat(texts(changes.rest())).containsExactly("CREATED a");
    }

    @Test
    void whatIsOlderThanTheRetentionIsRefusedTrimmedOrNot() {
        Changes changes = begun(container);
        String bookmark = changes.continuation();
        container.create(item("a"));
        shop.pass(599);
        assertThat(texts(container.changes().allVersions().after(bookmark).rest()))
                .containsExactly("CREATED a");
        shop.pass(1);
        Changes late = container.changes().allVersions().after(bookmark);
        assertThatThrownBy(late::next).isInstanceOf(BadRequestException.class);
        while (container.trimChanges(1)) {}
        assertThatThrownBy(late::next).isInstanceOf(BadRequestException.class);
    }

    @Test
    void whoHasReadEverythingGoesOnAfterAnyTime() {
        Changes changes = begun(container);
        container.create(item("a"));
        changes.rest();
        shop.pass(6000);
        container.trimChanges(100);
        container.create(item("b"));
        assertThat(texts(changes.rest())).containsExactly("CREATED b");
    }

    @Test
    void aContainerWithoutAPolicyKeepsNoLog() {
        Container plain = shop.container(null);
        assertThatThrownBy(() -> plain.changes().allVersions().next()).isInstanceOf(BadRequestException.class);
    }

    @Test
    void aLogBeginsWhenItsPolicyDoes() {
        Container plain = shop.container(null);
        plain.create(item("a"));
        plain.replaceProperties(withPolicy(plain.properties()));
        Changes changes = begun(plain);
        plain.upsert(item("a"));
        assertThat(texts(changes.rest())).containsExactly("REPLACED a");
    }

    @Test
    void aLogThatWasInterruptedIsNotReadAcrossTheGap() {
        String properties = container.properties();
        Changes changes = begun(container);
        container.create(item("a"));
        container.replaceProperties(properties.replaceAll("\"changeFeedPolicy\":\\{[^}]*},?", ""));
        container.create(item("b"));
        assertThatThrownBy(changes::next).isInstanceOf(BadRequestException.class);
        container.replaceProperties(properties);
        container.create(item("c"));
        assertThatThrownBy(changes::next).isInstanceOf(BadRequestException.class);
        assertThat(begun(container).rest()).isEmpty();
    }

    private static String withPolicy(String properties) {
        return properties.replaceFirst("\\{", "{\"changeFeedPolicy\":{\"retentionDuration\":5},");
    }

    @Test
    void itIsReadFromNowOnOnly() {
        Changes since = container.changes().allVersions().since(shop.clock.instant());
        assertThatThrownBy(since::next).isInstanceOf(BadRequestException.class);
    }

    @Test
    void previousImagesAreShownIfThePolicySaysSo() {
        Container showing = shop.database.createContainer(
                spec("showing").property("changeFeedPolicy", "{\"retentionDuration\":5,\"previousImages\":true}"));
        Changes changes = begun(showing);
        showing.create("{\"id\":\"a\",\"pk\":\"p\",\"v\":1}");
        showing.upsert("{\"id\":\"a\",\"pk\":\"p\",\"v\":2}");
        showing.delete("a", KEY);
        List<Change> found = changes.rest();
        assertThat(found.get(0).previousJson()).isEmpty();
        assertThat(found.get(1).previousJson().orElseThrow()).contains("\"v\":1");
        assertThat(found.get(2).previousJson().orElseThrow()).contains("\"v\":2");
    }

    @Test
    void previousImagesAreNotShownOtherwise() {
        Changes changes = begun(container);
        container.create(item("a"));
        container.upsert(item("a"));
        assertThat(changes.rest()).allMatch(change -> change.previousJson().isEmpty());
    }
}
