package org.mayflydb.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyDigestTest {
    private static final List<KeyComponent.Fixed> FIXED = List.of(KeyComponent.Fixed.values());

    @Test
    void digestIsTheFirstHalfOfSha256OverTheComponents() {
        // printf '\x08x\xff' | sha256sum
        assertThat(KeyDigest.of(PartitionKey.of("x"))).hasToString("0090864c6eccd1ebaa5d374ced2db920");
    }

    @Test
    void equalKeysHaveTheSameDigestAndDifferentKeysDoNot() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Map<KeyDigest, PartitionKey> digests = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            PartitionKey key = any(random);
            PartitionKey known = digests.putIfAbsent(KeyDigest.of(key), key);
            assertThat(known == null || known.equals(key))
                    .as("seed %d: %s and %s", seed, known, key)
                    .isTrue();
            assertThat(KeyDigest.of(PartitionKey.parse(key.toString())))
                    .as("seed %d: %s", seed, key)
                    .isEqualTo(KeyDigest.of(key));
        }
    }

    /** Few and short values, so that components run into each other and keys repeat. */
    private static PartitionKey any(Random random) {
        Object[] components = new Object[1 + random.nextInt(3)];
        for (int i = 0; i < components.length; i++) {
            components[i] = switch (random.nextInt(4)) {
                case 0 -> FIXED.get(random.nextInt(FIXED.size()));
                case 1 -> (double) random.nextInt(4);
                default -> text(random);
            };
        }
        return PartitionKey.of(components);
    }

    private static String text(Random random) {
        String alphabet = "a?\b\u0005\u00ff\u0000\ud83d\ude00";
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(4); length > 0; length--) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }

    @Test
    void unpairedSurrogateIsNotTakenForAQuestionMark() {
        PartitionKey broken = PartitionKey.of("\ud83d");
        PartitionKey question = PartitionKey.of("?");
        assertThat(PartitionKeyHasher.hash(PartitionKeyDefinition.hash("/pk"), broken))
                .isEqualTo(PartitionKeyHasher.hash(PartitionKeyDefinition.hash("/pk"), question));
        assertThat(KeyDigest.of(broken)).isNotEqualTo(KeyDigest.of(question));
    }
}
