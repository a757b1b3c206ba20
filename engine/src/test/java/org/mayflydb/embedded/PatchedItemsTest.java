package org.mayflydb.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mayflydb.embedded.Shop.KEY;
import static org.mayflydb.embedded.Shop.START;
import static org.mayflydb.embedded.Shop.isVisible;
import static org.mayflydb.embedded.Shop.item;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.ConflictException;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.base.PreconditionFailedException;
import org.mayflydb.base.TooLargeException;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.item.write.ItemRules.NullTtl;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.patch.Patch;

/** Patches of stored items, and what they mean for their lives. */
class PatchedItemsTest {
    private final Shop shop = new Shop();
    private final Container container = shop.container(null);
    private final Container expiring = shop.container(10);

    @AfterEach
    void close() {
        shop.close();
    }

    private static void assertRefused(Container container, Patch patch, Class<? extends MayflyException> failure) {
        String before = container.read("a", KEY).json();
        assertThatThrownBy(() -> container.patch("a", KEY, patch)).isInstanceOf(failure);
        assertThat(container.read("a", KEY).json()).isEqualTo(before);
    }

    @Test
    void aPatchIsAWriteLikeAnyOther() {
        Item created = container.create(item("a"));
        shop.pass(3);
        Item patched = container.patch("a", KEY, Patch.empty().set("/n", 1));
        assertThat(patched.json()).startsWith("{\"id\":\"a\",\"pk\":\"p\",\"n\":1,\"_rid\":");
        assertThat(patched.timestamp().getEpochSecond()).isEqualTo(START + 3);
        assertThat(patched.etag()).isNotEqualTo(created.etag());
        assertThat(patched.toMap()).containsEntry("_rid", created.toMap().get("_rid"));
        assertThat(container.read("a", KEY).json()).isEqualTo(patched.json());
    }

    @Test
    void queriesFindWhatWasPatched() {
        container.create("{\"id\":\"a\",\"pk\":\"p\",\"old\":1}");
        container.patch("a", KEY, Patch.empty().set("/n", "new").remove("/old"));
        assertThat(container.query("SELECT * FROM c WHERE c.n = 'new'").rows()).hasSize(1);
        assertThat(container.query("SELECT * FROM c WHERE c.old = 1").rows()).isEmpty();
    }

    @Test
    void aPatchOfNothingIsNotFound() {
        assertThatThrownBy(() -> container.patch("a", KEY, Patch.empty().set("/n", 1)))
                .isInstanceOf(NotFoundException.class);
    }

    @Test
    void ifMatchHolds() {
        String earlier = container.create(item("a")).etag();
        String etag = container.upsert(item("a")).etag();
        Patch patch = Patch.empty().set("/n", 1);
        assertThatThrownBy(() -> container.patch("a", KEY, patch, ItemConditions.ifMatch(earlier)))
                .isInstanceOf(PreconditionFailedException.class);
        assertThat(container
                        .patch("a", KEY, patch, ItemConditions.ifMatch(etag))
                        .json())
                .contains("\"n\":1");
    }

    @Test
    void aConditionThatIsNotTrueIsTheReasonForNothing() {
        container.create("{\"id\":\"a\",\"pk\":\"p\",\"n\":1}");
        Patch patch = Patch.empty().increment("/n", 1).onlyIf("FROM c WHERE c.n < 2");
        assertThat(container.patch("a", KEY, patch).json()).contains("\"n\":2");
        String before = container.read("a", KEY).json();
        assertThatThrownBy(() -> container.patch("a", KEY, patch)).satisfies(failure -> {
            assertThat(((MayflyException) failure).status()).isEqualTo(412);
            assertThat(((MayflyException) failure).subStatus()).isEqualTo(1110);
        });
        assertThat(container.read("a", KEY).json()).isEqualTo(before);
    }

    @Test
    void aConditionMaySeeSystemPropertiesAndElements() {
        container.create("{\"id\":\"a\",\"pk\":\"p\",\"tags\":[\"x\",\"y\"]}");
        Patch patch = Patch.empty().add("/tags/-", "z");
        container.patch("a", KEY, patch.onlyIf("from c where c._ts = " + START));
        container.patch("a", KEY, patch.onlyIf("FROM c JOIN t IN c.tags WHERE t = 'y'"));
        container.patch("a", KEY, patch.onlyIf("FROM root r WHERE ARRAY_LENGTH(r.tags) = 4"));
        assertThat(container.read("a", KEY).json()).contains("[\"x\",\"y\",\"z\",\"z\",\"z\"]");
        assertRefused(container, patch.onlyIf("FROM c WHERE c.none"), PreconditionFailedException.class);
    }

    @Test
    void neitherTheIdNorTheKeyCanBePatchedAway() {
        Container nested =
                shop.database.createContainer(ContainerSpec.named("nested").partitionKey("/a/b"));
        PartitionKey key = PartitionKey.of("p");
        nested.create("{\"id\":\"a\",\"a\":{\"b\":\"p\",\"c\":1}}");
        assertThatThrownBy(() -> nested.patch("a", key, Patch.empty().set("/a/b", "q")))
                .isInstanceOf(BadRequestException.class);
        assertThatThrownBy(() -> nested.patch("a", key, Patch.empty().set("/a", Map.of("b", "q"))))
                .isInstanceOf(BadRequestException.class);
        assertThatThrownBy(() -> nested.patch("a", key, Patch.empty().move("/a", "/x")))
                .isInstanceOf(BadRequestException.class);
        assertThat(nested.patch("a", key, Patch.empty().set("/a/c", 2)).json()).contains("\"c\":2");
        assertThat(nested.patch("a", key, Patch.empty().set("/a", Map.of("b", "p")))
                        .json())
                .startsWith("{\"id\":\"a\",\"a\":{\"b\":\"p\"},");
    }

    @Test
    void anItemDoesNotGrowBeyondItsLimit() {
        container.create("{\"id\":\"a\",\"pk\":\"p\",\"t\":[]}");
        String megabyte = "x".repeat(1 << 20);
        container.patch("a", KEY, Patch.empty().add("/t/-", megabyte));
        assertRefused(container, Patch.empty().add("/t/-", megabyte), TooLargeException.class);
    }

    @Test
    void uniqueValuesAreClaimed() {
        Container unique = shop.database.createContainer(
                ContainerSpec.named("u").partitionKey("/pk").uniqueKey("/mail"));
        unique.create("{\"id\":\"a\",\"pk\":\"p\",\"mail\":1}");
        unique.create("{\"id\":\"b\",\"pk\":\"p\",\"mail\":2}");
        assertRefused(unique, Patch.empty().set("/mail", 2), ConflictException.class);
        unique.patch("b", KEY, Patch.empty().increment("/mail", 1));
        unique.patch("a", KEY, Patch.empty().set("/mail", 2));
    }

    /** The numbers are those of the cases about time to live. */
    @Test
    void case32APatchToAnInvalidTtlChangesNothing() {
        expiring.create(item("a", "5"));
        shop.pass(1);
        assertRefused(expiring, Patch.empty().set("/ttl", 0), BadRequestException.class);
        assertRefused(expiring, Patch.empty().increment("/ttl", -5), BadRequestException.class);
        assertRefused(expiring, Patch.empty().set("/ttl", "5"), BadRequestException.class);
        shop.pass(4);
        assertThat(isVisible(expiring, "a")).isFalse();
    }

    @Test
    void case32NullIsWhatItIsForOtherWrites() {
        expiring.create(item("a", "5"));
        expiring.patch("a", KEY, Patch.empty().set("/ttl", null));
        shop.pass(9);
        assertThat(isVisible(expiring, "a")).isTrue();
        try (Shop strict = new Shop(Mayfly.builder().nullTtl(NullTtl.REJECT))) {
            Container refusing = strict.container(10);
            refusing.create(item("a", "5"));
            assertRefused(refusing, Patch.empty().set("/ttl", null), BadRequestException.class);
        }
    }

    @Test
    void case33WithoutItsOwnTtlAnItemInheritsFromThePatchOn() {
        expiring.create(item("a", "5"));
        shop.pass(4);
        expiring.patch("a", KEY, Patch.empty().remove("/ttl"));
        shop.pass(9);
        assertThat(isVisible(expiring, "a")).isTrue();
        shop.pass(1);
        assertThat(isVisible(expiring, "a")).isFalse();
    }

    @Test
    void aTtlMayBeSetAndRaised() {
        expiring.create(item("a"));
        expiring.patch("a", KEY, Patch.empty().set("/ttl", 20));
        expiring.patch("a", KEY, Patch.empty().increment("/ttl", 10));
        shop.pass(29);
        assertThat(isVisible(expiring, "a")).isTrue();
        shop.pass(1);
        assertThat(isVisible(expiring, "a")).isFalse();
    }

    @Test
    void case55AnyPatchRestartsTheCountdown() {
        expiring.create(item("a"));
        shop.pass(9);
        expiring.patch("a", KEY, Patch.empty().set("/n", 1));
        shop.pass(9);
        assertThat(isVisible(expiring, "a")).isTrue();
    }

    @Test
    void aPatchThatFailsDoesNotRestartTheCountdown() {
        expiring.create(item("a"));
        shop.pass(9);
        assertThatThrownBy(() -> expiring.patch("a", KEY, Patch.empty().remove("/n")))
                .isInstanceOf(BadRequestException.class);
        shop.pass(1);
        assertThat(isVisible(expiring, "a")).isFalse();
    }

    @Test
    void case124AnExpiredItemIsNotFoundWhateverTheConditionSays() {
        String etag = expiring.create(item("a")).etag();
        shop.pass(10);
        List<Patch> patches = List.of(
                Patch.empty().set("/ttl", 5).onlyIf("FROM c WHERE c.nothing = 1"),
                Patch.empty().set("/ttl", 5).onlyIf("FROM c WHERE true"),
                Patch.empty().remove("/nothing"));
        for (Patch patch : patches) {
            assertThatThrownBy(() -> expiring.patch("a", KEY, patch)).isInstanceOf(NotFoundException.class);
            assertThatThrownBy(() -> expiring.patch("a", KEY, patch, ItemConditions.ifMatch(etag)))
                    .isInstanceOf(NotFoundException.class);
        }
    }
}
