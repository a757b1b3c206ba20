package org.mayflydb.base;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what was made of recent keys. Each key has one of a fixed number of places and takes it from another key, so memory
 * is bounded, and finding a value takes no lock and records nothing. Two threads may make the same value at once.
 */
public final class RecentValues<K, V> {
    private static final int PLACES = 64;

    private final ToIntFunction<K> hash;
    private final BiPredicate<K, K> same;
    private final Function<K, V> make;
    private final AtomicReferenceArray<@Nullable Made<K, V>> places;

    private record Made<K, V>(K key, V value) {}

    private RecentValues(int places, ToIntFunction<K> hash, BiPredicate<K, K> same, Function<K, V> make) {
        this.places = new AtomicReferenceArray<>(places);
        this.hash = hash;
        this.same = same;
        this.make = make;
    }

    /**
     * For keys that are cheap to compare.
     *
     * @param hash equal for equal keys; should be cheap, and different for keys in use at the same time
     * @param make a pure function of the key
     */
    public static <K, V> RecentValues<K, V> byEquality(ToIntFunction<K> hash, Function<K, V> make) {
        return byEquality(PLACES, hash, make);
    }

    /** The same with another number of places. */
    public static <K, V> RecentValues<K, V> byEquality(int places, ToIntFunction<K> hash, Function<K, V> make) {
        return new RecentValues<>(places, hash, Object::equals, make);
    }

    /** For large keys, of which the same object is used again and again; an equal one counts as another. */
    @SuppressWarnings("ReferenceEquality") // see above
    public static <K, V> RecentValues<K, V> byIdentity(ToIntFunction<K> hash, Function<K, V> make) {
        return new RecentValues<>(PLACES, hash, (kept, key) -> kept == key, make);
    }

    public V of(K key) {
        int place = place(key);
        Made<K, V> made = places.get(place);
        if (made == null || !same.test(made.key, key)) {
            made = new Made<>(key, make.apply(key));
            places.set(place, made);
        }
        return made.value;
    }

    /** The value if it is kept, or null: nothing is made. */
    public @Nullable V known(K key) {
        Made<K, V> made = places.get(place(key));
        return made == null || !same.test(made.key, key) ? null : made.value;
    }

    private int place(K key) {
        return Math.floorMod(hash.applyAsInt(key), places.length());
    }
}
