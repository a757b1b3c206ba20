package org.mayflydb.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the chapters of {@link StoreContract} share: a store, and short ways to write to it and to say what is in it. */
public interface StoreUnderTest {

    /** The open store; empty when a test begins. */
    Store store();

    /** Closes the store and opens it again; from then on this is what {@link #store()} answers. */
    Store reopen();

    default StorePartition partition() {
        return store().partition(1);
    }

    /** Puts keys without values. */
    default void putKeys(String... keys) {
        Commit commit = relaxed();
        for (String key : keys) {
            commit.put(hex(key), new byte[0]);
        }
        apply(commit);
    }

    default void apply(Commit commit) {
        assertThat(partition().commit(commit)).isEqualTo(CommitOutcome.APPLIED);
    }

    default ScanPage scanAll(KeyRange range, Direction direction) {
        return partition().scan(range, direction, Integer.MAX_VALUE, Long.MAX_VALUE);
    }

    default List<String> keys(KeyRange range, Direction direction) {
        return keys(scanAll(range, direction));
    }

    default List<String> keys() {
        return keys(KeyRange.all(), Direction.FORWARD);
    }

    static List<String> keys(ScanPage page) {
        return page.entries().stream().map(entry -> hex(entry.key())).toList();
    }

    static Commit relaxed() {
        return new Commit(Durability.RELAXED);
    }

    static Commit synced() {
        return new Commit(Durability.SYNCED);
    }

    static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits);
    }

    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    static byte[] number(int number) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
    }

    static int number(byte @Nullable [] bytes) {
        return bytes == null ? -1 : ByteBuffer.wrap(bytes).getInt();
    }
}
