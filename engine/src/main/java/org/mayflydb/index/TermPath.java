package org.mayflydb.index;

import java.util.ArrayList;
import java.util.List;
import org.mayflydb.catalog.IndexPath.PathStep;
import org.mayflydb.key.DocumentPath;
import org.mayflydb.key.Hash64;
import org.mayflydb.key.OrderedBytes;
import org.mayflydb.key.PathText;

/**
 * A place in items: from the outside in, members by name and every element of arrays. Entries hold its hash.
 *
 * <p>The hash of a path is made of the hash of what contains it and of its last step, so that whoever walks through an
 * item has it without looking back.
 */
public record TermPath(List<PathStep> steps) {
    /** The item as a whole, where paths begin. */
    public static final TermPath ITEM = new TermPath(List.of());

    static final long ITEM_HASH = 0;

    private static final byte MEMBER = 1;
    private static final byte EVERY_ELEMENT = 2;

    public TermPath {
        steps = List.copyOf(steps);
    }

    /** The same place in other words. */
    public static TermPath of(DocumentPath path) {
        TermPath place = ITEM;
        for (String name : path.segments()) {
            place = place.member(name);
        }
        return place;
    }

    /** The member of that name in what is here. */
    public TermPath member(String name) {
        return with(new PathStep.Member(name));
    }

    /** Every element of what is here. */
    public TermPath everyElement() {
        return with(new PathStep.EveryElement());
    }

    private TermPath with(PathStep step) {
        List<PathStep> longer = new ArrayList<>(steps);
        longer.add(step);
        return new TermPath(longer);
    }

    /** The value at this place as an indexing policy names it: {@code /a/[]/b/?}. */
    public String toPolicyText() {
        StringBuilder text = new StringBuilder();
        for (PathStep step : steps) {
            text.append('/').append(step instanceof PathStep.Member member ? PathText.segment(member.name()) : "[]");
        }
        return text.append("/?").toString();
    }

    /** What entries hold for this path. */
    public long hash() {
        long hash = ITEM_HASH;
        for (PathStep step : steps) {
            hash = step instanceof PathStep.Member member ? memberHash(hash, member.name()) : elementHash(hash);
        }
        return hash;
    }

    static long memberHash(long parentHash, String name) {
        char[] units = name.toCharArray();
        byte[] input = new byte[Long.BYTES + 1 + StringCode.UNIT_BYTES_MAX * units.length];
        int offset = OrderedBytes.putUnsignedLong(input, 0, parentHash);
        input[offset++] = MEMBER;
        return Hash64.of(input, StringCode.put(input, offset, units, 0, units.length));
    }

    static long elementHash(long parentHash) {
        byte[] input = new byte[Long.BYTES + 1];
        input[OrderedBytes.putUnsignedLong(input, 0, parentHash)] = EVERY_ELEMENT;
        return Hash64.of(input, input.length);
    }
}
