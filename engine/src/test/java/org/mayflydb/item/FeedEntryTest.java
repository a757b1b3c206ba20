package org.mayflydb.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.item.record.FeedEntry;
import org.mayflydb.item.record.ItemKeys;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.ttl.Lifetime;

class FeedEntryTest {
    private static final List<Lifetime.Kind> KINDS = List.of(Lifetime.Kind.values());
    private static final byte[] KEY = ItemKeys.feed(9, (short) 3);

    @Test
    void everyEntryIsReadBackAsItWasWritten() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 1000; i++) {
            byte[] locator = new byte[random.nextInt(40)];
            random.nextBytes(locator);
            FeedEntry entry = new FeedEntry(
                    random.nextLong() >>> 1,
                    (short) random.nextInt(),
                    random.nextLong(1L << 40),
                    random.nextLong(1L << 50),
                    KINDS.get(random.nextInt(KINDS.size())),
                    random.nextInt(),
                    random.nextLong(),
                    locator);
            FeedEntry read = FeedEntry.decode(new KeyValue(entry.key(), entry.value()));
            assertThat(read.sameAs(entry)).as("seed %d: %s", seed, entry).isTrue();
        }
    }

    @Test
    void entryOfFormat1IsReadable() {
        byte[] old = HexFormat.of().parseHex("000000006af8e900" + "01" + "00000010" + "0000050000000001" + "abcdef");
        FeedEntry expected = new FeedEntry(
                9,
                (short) 3,
                0x6af8e900L,
                0x6af8e900L * 1000,
                Lifetime.Kind.NEVER,
                16,
                0x0000050000000001L,
                HexFormat.of().parseHex("abcdef"));
        assertThat(FeedEntry.decode(new KeyValue(KEY, old)).sameAs(expected)).isTrue();
    }

    @Test
    void entryIsLaidOutAsDocumented() {
        FeedEntry entry = new FeedEntry(
                9, (short) 3, 0x6af8e900L, 0x1a1f0f2b3c4L, Lifetime.Kind.SECONDS, 16, 0x0000050000000001L, new byte[] {
                    1, 2
                });
        assertThat(HexFormat.of().formatHex(entry.value()))
                .isEqualTo("02" + "000000006af8e900" + "000001a1f0f2b3c4" + "02" + "00000010" + "0000050000000001"
                        + "0102");
    }

    @Test
    void incompleteOrUnknownEntryIsRefused() {
        byte[] value = new FeedEntry(9, (short) 3, 1, 1000, Lifetime.Kind.INHERIT, 16, 1, new byte[0]).value();
        for (int length = 0; length < value.length; length++) {
            byte[] shortened = Arrays.copyOf(value, length);
            assertThatThrownBy(() -> FeedEntry.decode(new KeyValue(KEY, shortened)))
                    .isInstanceOf(CorruptStoreException.class);
        }
        value[0] = 3;
        assertThatThrownBy(() -> FeedEntry.decode(new KeyValue(KEY, value))).isInstanceOf(CorruptStoreException.class);
    }
}
