package org.mayflydb.storage;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.IntFunction;

/**
 * One object for each partition of a store, for as long as somebody holds it. So two views of a partition share it, and a
 * partition that was dropped leaves nothing behind.
 *
 * @param <P> what a partition is to the store
 */
public final class PartitionObjects<P> {
    private final IntFunction<P> make;
    private final ConcurrentMap<Integer, Numbered<P>> objects = new ConcurrentHashMap<>();
    private final ReferenceQueue<P> collected = new ReferenceQueue<>();

    private static final class Numbered<P> extends WeakReference<P> {
        private final int number;

        Numbered(P object, int number, ReferenceQueue<P> collected) {
            super(object, collected);
            this.number = number;
        }
    }

    /** @param make makes the object of a number; it may be asked in vain */
    public PartitionObjects(IntFunction<P> make) {
        this.make = make;
    }

    public P get(int number) {
        if (number < 0) {
            throw new IllegalArgumentException("partition number " + number + " is negative");
        }
        forgetCollected();
        while (true) {
            Numbered<P> known = objects.get(number);
            P object = known == null ? null : known.get();
            if (object != null) {
                return object;
            }
            P made = make.apply(number);
            Numbered<P> reference = new Numbered<>(made, number, collected);
            boolean first = known == null
                    ? objects.putIfAbsent(number, reference) == null
                    : objects.replace(number, known, reference);
            if (first) {
                return made;
            }
        }
    }

    /** Those that somebody holds. */
    public List<P> held() {
        List<P> held = new ArrayList<>();
        for (Numbered<P> reference : objects.values()) {
            P object = reference.get();
            if (object != null) {
                held.add(object);
            }
        }
        return held;
    }

    /** How many numbers are remembered. */
    int size() {
        forgetCollected();
        return objects.size();
    }

    private void forgetCollected() {
        while (collected.poll() instanceof Numbered<?> gone) {
            objects.remove(gone.number, gone);
        }
    }
}
