package org.mayflydb.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.item.record.ItemKeys;
import org.mayflydb.item.record.Locator;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.KeyDigest;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.key.PartitionKeyHasher;
import org.mayflydb.storage.KeyRange;

class LocatorTest {
    private static final KeyDigest DIGEST = KeyDigest.of(PartitionKey.of("other"));

    static List<PartitionKeyDefinition> definitions() {
        PartitionKeyDefinition flat = PartitionKeyDefinition.hash("/pk");
        return List.of(
                flat,
                new PartitionKeyDefinition(flat.paths(), PartitionKeyDefinition.Kind.HASH, 1, false),
                PartitionKeyDefinition.multiHash("/pk", "/user"));
    }

    private static EffectivePartitionKey hash(PartitionKeyDefinition definition) {
        PartitionKey key = definition.paths().size() == 1 ? PartitionKey.of("a") : PartitionKey.of("a", "u");
        return PartitionKeyHasher.hash(definition, key);
    }

    private static Locator plain(PartitionKeyDefinition definition, String id) {
        return Locator.of(definition, hash(definition), id.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @MethodSource("definitions")
    void aDiscriminatorChangesNeitherHashNorId(PartitionKeyDefinition definition) {
        for (String id : List.of("1", "ÿ", "\u0000", "\ud83d\ude00")) {
            Locator locator = plain(definition, id).discriminated(DIGEST);
            Locator decoded = Locator.decode(definition, locator.bytes());
            assertThat(decoded.isDiscriminated()).isTrue();
            assertThat(decoded.keyDigest()).isEqualTo(DIGEST);
            assertThat(decoded.idText()).isEqualTo(id);
            assertThat(decoded.epk(definition)).isEqualTo(hash(definition));
            assertThat(decoded.sibling(decoded.id()).bytes())
                    .isEqualTo(plain(definition, id).bytes());
        }
    }

    @ParameterizedTest
    @MethodSource("definitions")
    void noIdLooksLikeADiscriminator(PartitionKeyDefinition definition) {
        for (String id : List.of("1", "ÿ", "\uffff", "\ud83d\ude00 and much more than a digest")) {
            Locator decoded = Locator.decode(definition, plain(definition, id).bytes());
            assertThat(decoded.isDiscriminated()).isFalse();
            assertThat(decoded.keyDigest()).isNull();
            assertThat(decoded.idText()).isEqualTo(id);
        }
    }

    @ParameterizedTest
    @MethodSource("definitions")
    void theRangeOfAKeyContainsAllItsLocators(PartitionKeyDefinition definition) {
        KeyRange range = Locator.itemsOf(definition, EpkRange.prefix(hash(definition)));
        for (Locator locator : List.of(
                plain(definition, "\u0000"),
                plain(definition, "\udbff\udfff"),
                plain(definition, "1").discriminated(KeyDigest.wrap(new byte[16])),
                plain(definition, "1").discriminated(DIGEST))) {
            assertThat(range.contains(ItemKeys.item(locator))).isTrue();
        }
    }

    @Test
    void aRangeEndsWithTheHashThatItsBoundBeginsWith() {
        PartitionKeyDefinition definition = PartitionKeyDefinition.hash("/pk");
        EffectivePartitionKey hash = hash(definition);
        byte[] longer = Arrays.copyOf(hash.array(), hash.array().length + 1);
        EffectivePartitionKey beyond = EffectivePartitionKey.wrap(longer);
        byte[] item = ItemKeys.item(plain(definition, "1"));
        assertThat(Locator.itemsOf(definition, new EpkRange(hash, beyond)).contains(item))
                .isTrue();
        assertThat(Locator.itemsOf(definition, new EpkRange(beyond, EffectivePartitionKey.MAX))
                        .contains(item))
                .isFalse();
        assertThat(Locator.itemsOf(definition, new EpkRange(EffectivePartitionKey.MIN, hash))
                        .contains(item))
                .isFalse();
    }

    @Test
    void aLocatorThatEndsWithinItsDigestIsCorrupt() {
        PartitionKeyDefinition definition = PartitionKeyDefinition.hash("/pk");
        byte[] whole = plain(definition, "").discriminated(DIGEST).bytes();
        assertThatThrownBy(() -> Locator.decode(definition, Arrays.copyOf(whole, whole.length - 1)))
                .isInstanceOf(CorruptStoreException.class);
    }
}
