package org.mayflydb.ttl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.key.KeyDigest;
import org.mayflydb.key.PartitionKey;

class StoredItemTest {
    private static final KeyDigest DIGEST = KeyDigest.of(PartitionKey.of("x"));

    @Test
    void everyItemIsReadBackAsItWasWritten() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 1000; i++) {
            Lifetime lifetime = switch (random.nextInt(3)) {
                case 0 -> Lifetime.INHERIT;
                case 1 -> Lifetime.NEVER;
                default -> Lifetime.ofSeconds(1 + random.nextInt(Integer.MAX_VALUE));
            };
            long writeTime = random.nextLong(1L << 42);
            ItemVersion version = new ItemVersion(random.nextInt(), random.nextLong(), (short) random.nextInt());
            long number = random.nextLong(1L << 60);
            KeyDigest digest = KeyDigest.of(PartitionKey.of("key " + random.nextInt()));
            byte[] json = new byte[random.nextInt(100)];
            random.nextBytes(json);
            int cut = random.nextInt(json.length + 1);
            StoredItem item = StoredItem.decode(StoredItem.encode(
                    lifetime,
                    writeTime,
                    version,
                    number,
                    digest,
                    ByteBuffer.wrap(json, 0, cut),
                    Arrays.copyOfRange(json, cut, json.length)));
            assertThat(item.lifetime()).as("seed %d", seed).isEqualTo(lifetime);
            assertThat(item.writeTime()).as("seed %d", seed).isEqualTo(writeTime);
            assertThat(item.timestamp()).as("seed %d", seed).isEqualTo(writeTime / 1000);
            assertThat(item.version()).as("seed %d", seed).isEqualTo(version);
            assertThat(item.documentNumber()).as("seed %d", seed).isEqualTo(number);
            assertThat(item.keyDigest()).as("seed %d", seed).isEqualTo(digest);
            assertThat(item.size()).as("seed %d", seed).isEqualTo(json.length);
            assertThat(item.json()).as("seed %d", seed).isEqualTo(json);
        }
    }

    @Test
    void aLifetimeThatIsNotPositiveIsDamage() {
        byte[] value = StoredItem.encode(
                Lifetime.ofSeconds(1),
                0,
                new ItemVersion(1, 2, (short) 0),
                3,
                DIGEST,
                ByteBuffer.wrap("{}".getBytes(StandardCharsets.UTF_8)),
                new byte[0]);
        for (int seconds : new int[] {0, -1}) {
            ByteBuffer.wrap(value).putInt(3, seconds);
            assertThatThrownBy(() -> StoredItem.decode(value))
                    .isInstanceOf(CorruptStoreException.class)
                    .hasMessageContaining("ttl of " + seconds);
        }
    }

    @Test
    void recordOfFormat1IsReadable() {
        StoredItem item = StoredItem.decode(HexFormat.of()
                .parseHex("01" + "02" + "0000003c" + "000000006af8e900" + "0000000000000009" + "0003" + "00000007"
                        + "0000050000000001"
                        + HexFormat.of().formatHex("{\"id\":\"a\"}".getBytes(StandardCharsets.UTF_8))));
        assertThat(item.lifetime()).isEqualTo(Lifetime.ofSeconds(60));
        assertThat(item.timestamp()).isEqualTo(0x6af8e900L);
        assertThat(item.writeTime()).isEqualTo(0x6af8e900L * 1000);
        assertThat(item.version()).isEqualTo(new ItemVersion(7, 9, (short) 3));
        assertThat(item.documentNumber()).isEqualTo(0x0000050000000001L);
        assertThat(item.keyDigest()).isNull();
        assertThat(item.jsonText()).isEqualTo("{\"id\":\"a\"}");
    }

    @Test
    void recordIsLaidOutAsDocumented() {
        assertThat(HexFormat.of().formatHex(record()))
                .isEqualTo("02" + "00" + "02" + "0000003c" + "0000018bcfe56abc" + "0000000000000009" + "0003" + "0000"
                        + "00000007" + "0000050000000001" + DIGEST + "7b" + "7d");
    }

    @Test
    void aRecordOfAnItemThatIsExcludedFromTheIndexSaysSo() {
        byte[] value = record();
        StoredItem.markNotIndexed(value);
        assertThat(StoredItem.decode(value).isIndexed()).isFalse();
        assertThat(StoredItem.decode(record()).isIndexed()).isTrue();
    }

    @Test
    void flagsAndRegionsOfALaterVersionAreRefused() {
        byte[] flagged = record();
        flagged[1] = 2;
        byte[] regional = record();
        regional[26] = 1;
        assertThatThrownBy(() -> StoredItem.decode(flagged))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("flags");
        assertThatThrownBy(() -> StoredItem.decode(regional))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("region");
    }

    @Test
    void incompleteRecordIsRefused() {
        byte[] value = record();
        for (int length = 0; length < value.length - 2; length++) {
            byte[] shortened = Arrays.copyOf(value, length);
            assertThatThrownBy(() -> StoredItem.decode(shortened)).isInstanceOf(CorruptStoreException.class);
        }
    }

    private static byte[] record() {
        return StoredItem.encode(
                Lifetime.ofSeconds(60),
                0x18bcfe56abcL,
                new ItemVersion(7, 9, (short) 3),
                0x0000050000000001L,
                DIGEST,
                ByteBuffer.wrap(new byte[] {'{'}),
                new byte[] {'}'});
    }
}
