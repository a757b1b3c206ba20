package org.mayflydb.key;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A part of the hash space, from {@code min} (inclusive) to {@code max} (exclusive). */
public record EpkRange(EffectivePartitionKey min, EffectivePartitionKey max) {

    /** The whole hash space. */
    public static final EpkRange FULL = new EpkRange(EffectivePartitionKey.MIN, EffectivePartitionKey.MAX);

    /** The two highest bits of a hash are clear. */
    private static final BigInteger HASH_MAX = BigInteger.TWO.pow(126).subtract(BigInteger.ONE);

    private static final long VERSION_1_HASHES = 1L << 32;

    public boolean contains(EffectivePartitionKey key) {
        return min.compareTo(key) <= 0 && key.compareTo(max) < 0;
    }

    /** True if some key can be in both. */
    public boolean overlaps(EpkRange other) {
        return min.compareTo(other.max) < 0 && other.min.compareTo(max) < 0;
    }

    /** True if every key of the other range is in this one. */
    public boolean containsAll(EpkRange other) {
        return min.compareTo(other.min) <= 0 && other.max.compareTo(max) <= 0;
    }

    /** What is in both ranges, which must overlap. */
    public EpkRange intersect(EpkRange other) {
        return new EpkRange(
                min.compareTo(other.min) >= 0 ? min : other.min, max.compareTo(other.max) <= 0 ? max : other.max);
    }

    /** The smallest range that contains both. */
    public EpkRange hull(EpkRange other) {
        return new EpkRange(
                min.compareTo(other.min) <= 0 ? min : other.min, max.compareTo(other.max) >= 0 ? max : other.max);
    }

    /** All keys that begin with this one, which is the hash of a prefix of a hierarchical key. */
    public static EpkRange prefix(EffectivePartitionKey hash) {
        byte[] end = Arrays.copyOf(hash.array(), hash.array().length + 1);
        end[end.length - 1] = (byte) 0xff;
        return new EpkRange(hash, EffectivePartitionKey.wrap(end));
    }

    /** Divides the whole space into ranges that hold about the same number of hashes, without gap or overlap. */
    public static List<EpkRange> split(PartitionKeyDefinition definition, int count) {
        if (count < 1) {
            throw new IllegalArgumentException("the space is divided into at least one range, not " + count);
        }
        List<EpkRange> ranges = new ArrayList<>(count);
        EffectivePartitionKey lower = EffectivePartitionKey.MIN;
        for (int i = 1; i <= count; i++) {
            EffectivePartitionKey upper =
                    i == count ? EffectivePartitionKey.MAX : boundary(definition.version(), i, count);
            ranges.add(new EpkRange(lower, upper));
            lower = upper;
        }
        return List.copyOf(ranges);
    }

    /** Divides the range in two that hold about the same number of hashes. */
    public List<EpkRange> halves(PartitionKeyDefinition definition) {
        EffectivePartitionKey middle = definition.version() == 1
                ? HashVersion1.beginning((hashes1(min) + hashes1(max)) / 2)
                : wrap2(hashes2(min).add(hashes2(max)).shiftRight(1));
        if (middle.compareTo(min) <= 0 || middle.compareTo(max) >= 0) {
            throw new IllegalStateException("the range from " + min + " to " + max + " cannot be divided");
        }
        return List.of(new EpkRange(min, middle), new EpkRange(middle, max));
    }

    /** How many hashes of version 1 lie before a bound of a range. */
    private static long hashes1(EffectivePartitionKey bound) {
        if (bound.equals(EffectivePartitionKey.MAX)) {
            return VERSION_1_HASHES;
        }
        return bound.equals(EffectivePartitionKey.MIN) ? 0 : HashVersion1.number(bound.array());
    }

    private static BigInteger hashes2(EffectivePartitionKey bound) {
        if (bound.equals(EffectivePartitionKey.MAX)) {
            return HASH_MAX;
        }
        return new BigInteger(1, Arrays.copyOf(bound.array(), HashVersion2.HASH_BYTES));
    }

    private static EffectivePartitionKey wrap2(BigInteger hash) {
        byte[] number = hash.toByteArray();
        byte[] bytes = new byte[HashVersion2.HASH_BYTES];
        System.arraycopy(number, 0, bytes, bytes.length - number.length, number.length);
        return EffectivePartitionKey.wrap(bytes);
    }

    private static EffectivePartitionKey boundary(int version, int index, int count) {
        if (version == 1) {
            return HashVersion1.beginning(index * VERSION_1_HASHES / count);
        }
        // Azure rounds the width of a range, not its ends, and clients know these ends.
        return wrap2(HASH_MAX.divide(BigInteger.valueOf(count)).multiply(BigInteger.valueOf(index)));
    }
}
