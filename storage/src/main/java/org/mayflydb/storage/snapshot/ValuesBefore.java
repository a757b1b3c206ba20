package org.mayflydb.storage.snapshot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.Space;

/**
 * The values of all keys that a commit changes, as they are before it. They are read by one call for each space; if the
 * keys are many, by several, because nobody knows how large the values are.
 */
final class ValuesBefore {
    private static final int STEP_KEYS_FIRST = 256;
    private static final int STEP_KEYS_MAX = 10_000;

    /** What a step should read, judged by the values read so far. */
    private static final long STEP_BYTES = 4L * 1024 * 1024;

    private static final byte[] UNREAD = {};

    /** Keys to read by one call. */
    record Step(Space space, List<byte[]> keys) {}

    /** Takes a key and its value, or {@link OldValues#ABSENT}. */
    @FunctionalInterface
    interface Visitor {
        void visit(Space space, byte[] key, byte[] value);
    }

    private final SpaceMaps<byte[]> values = new SpaceMaps<>();
    private final Map<Space, Iterator<byte[]>> unread = new EnumMap<>(Space.class);
    private long bytes;
    private int count;

    ValuesBefore(List<Commit.Change> changes) {
        for (Commit.Change change : changes) {
            values.in(change.space()).put(change.key(), UNREAD);
        }
        for (Space space : Space.values()) {
            unread.put(space, List.copyOf(values.in(space).keySet()).iterator());
        }
    }

    /** What has to be read next; null if nothing is left. */
    @Nullable
    Step next() {
        for (Map.Entry<Space, Iterator<byte[]>> each : unread.entrySet()) {
            Iterator<byte[]> left = each.getValue();
            if (left.hasNext()) {
                List<byte[]> keys = new ArrayList<>();
                for (int room = stepKeys(); room > 0 && left.hasNext(); room--) {
                    keys.add(left.next());
                }
                return new Step(each.getKey(), keys);
            }
        }
        return null;
    }

    private int stepKeys() {
        return count == 0
                ? STEP_KEYS_FIRST
                : (int) Math.max(1, Math.min(STEP_KEYS_MAX, STEP_BYTES / Math.max(1, bytes / count)));
    }

    void read(Step step, List<byte @Nullable []> found) {
        for (int i = 0; i < step.keys().size(); i++) {
            byte[] key = step.keys().get(i);
            byte[] value = found.get(i);
            values.in(step.space()).put(key, value == null ? OldValues.ABSENT : value);
            bytes += OldValues.ENTRY_BYTES + key.length + (value == null ? 0 : value.length);
            count++;
        }
    }

    /** How much memory they take. */
    long bytes() {
        return bytes;
    }

    void forEach(Visitor visitor) {
        for (Space space : Space.values()) {
            values.in(space).forEach((key, value) -> visitor.visit(space, key, value));
        }
    }

    boolean hasAnyOf(List<Commit.Change> changes) {
        return changes.stream().anyMatch(change -> values.in(change.space()).containsKey(change.key()));
    }

    /** True if the changes would leave every value as it is. */
    boolean areAllAsAfter(List<Commit.Change> changes) {
        SpaceMaps<byte[]> after = new SpaceMaps<>();
        for (Commit.Change change : changes) {
            byte[] value = change.value();
            after.in(change.space()).put(change.key(), value == null ? OldValues.ABSENT : value);
        }
        return Arrays.stream(Space.values())
                .allMatch(space -> values.in(space).entrySet().stream()
                        .allMatch(entry ->
                                isSame(entry.getValue(), after.in(space).get(entry.getKey()))));
    }

    private static boolean isSame(byte[] one, byte @Nullable [] other) {
        return (one == OldValues.ABSENT) == (other == OldValues.ABSENT) && Arrays.equals(one, other);
    }

    /** A range is gone. */
    void removed(Space space, KeyRange range) {
        range.within(values.in(space), Direction.FORWARD).replaceAll((key, value) -> OldValues.ABSENT);
    }
}
