package org.mayflydb.index;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mayflydb.catalog.IndexPath.PathStep;

/** The shapes that the items of a partition have, or once had, at the moment of asking. */
public final class Shapes {
    /** Where items stand whose shape is not kept: it has too many paths, or the partition has too many shapes. */
    public static final long UNKNOWN = 0;

    /** Where items stand that have more terms than are kept, and so have none. */
    public static final long OVERFLOW = 1;

    /** Holds items that are not indexed, by their policy or by their writer, so that every item has a shape entry. */
    public static final long NOT_INDEXED = 2;

    static final Shapes NONE = new Shapes(Map.of());

    private final Map<Long, ItemShape> byHash;

    Shapes(Map<Long, ItemShape> byHash) {
        this.byHash = Map.copyOf(byHash);
    }

    int size() {
        return byHash.size();
    }

    /** The hashes of all shapes. Every item has an entry under one of them. */
    public Set<Long> hashes() {
        return byHash.keySet();
    }

    /** Returns true if this shape has no paths: its items have something else in common. */
    static boolean isSpecial(long hash) {
        return hash == UNKNOWN || hash == OVERFLOW || hash == NOT_INDEXED;
    }

    /** The entries of all items of one shape, in the order of their numbers. */
    public static IndexRange entries(long shapeHash) {
        return IndexRange.point(IndexKeys.ofShape(shapeHash), true);
    }

    /** Whether there are, or once were, items without terms, which every reader of the index must look at. */
    public boolean hasOverflow() {
        return byHash.containsKey(OVERFLOW);
    }

    /** Which shapes have what at a path of members. */
    public ShapeGroups at(TermPath path) {
        List<Long> hashes = hashes(path);
        Boolean always = alwaysThere(path);
        ShapeGroups groups = new ShapeGroups(
                new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        byHash.forEach((hash, shape) -> {
            if (hash != OVERFLOW && hash != NOT_INDEXED) {
                group(groups, hash, shape, hashes, always).add(hash);
            }
        });
        return groups;
    }

    private static List<Long> group(
            ShapeGroups groups, long hash, ItemShape shape, List<Long> pathHashes, @Nullable Boolean always) {
        if (always != null) {
            return always ? groups.scalar() : groups.undefined();
        }
        if (hash == UNKNOWN) {
            return groups.unknown();
        }
        int depth = Math.min(pathHashes.size(), PathNode.SHAPE_DEPTH_MAX);
        ItemShape.Kind kind = shape.find(pathHashes.get(depth - 1));
        if (depth < pathHashes.size()) {
            return kind == ItemShape.Kind.OBJECT ? groups.unknown() : groups.undefined();
        }
        if (kind == null) {
            return groups.undefined();
        }
        return switch (kind) {
            case SCALAR -> groups.scalar();
            case ARRAY -> groups.array();
            case OBJECT -> groups.object();
        };
    }

    /** System properties are in no shape: all items have them, and there is nothing in them. Null for other paths. */
    private static @Nullable Boolean alwaysThere(TermPath path) {
        if (path.steps().get(0) instanceof PathStep.Member member
                && (IndexRules.isNeverIndexed(member.name()) || member.name().equals(IndexRules.TIMESTAMP))) {
            return path.steps().size() == 1;
        }
        return null;
    }

    /** The hash of the path and of everything on the way to it, from the outside in. */
    private static List<Long> hashes(TermPath path) {
        List<Long> hashes = new ArrayList<>();
        long hash = TermPath.ITEM_HASH;
        for (PathStep step : path.steps()) {
            if (!(step instanceof PathStep.Member member)) {
                throw new IllegalArgumentException("shapes do not tell what is in arrays");
            }
            hash = TermPath.memberHash(hash, member.name());
            hashes.add(hash);
        }
        if (hashes.isEmpty()) {
            throw new IllegalArgumentException("an item as a whole is always an object");
        }
        return hashes;
    }
}
