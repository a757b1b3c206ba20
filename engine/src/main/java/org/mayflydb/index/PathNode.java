package org.mayflydb.index;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.mayflydb.catalog.IndexPath;
import org.mayflydb.catalog.IndexPath.PathStep;
import org.mayflydb.catalog.IndexingPolicy;
import org.mayflydb.key.DocumentPath;

/**
 * A place in items with everything that must be known there to index them. Places are remembered once met, since items of
 * a container are alike; so a walk through an item finds hashes and decisions by looking up member names.
 */
final class PathNode {
    /** Items with names that never repeat must not fill the memory: beyond this, places are not remembered. */
    private static final int REMEMBERED_MAX = 10_000;

    /** Shapes look no deeper. */
    static final int SHAPE_DEPTH_MAX = 3;

    private static final int NO_SLOT = -1;

    /** A path of the policy that leads to this place or further. */
    private record Rule(IndexPath path, boolean included) {
        boolean leadsThrough(int depth, PathStep step) {
            return path.steps().size() > depth && path.steps().get(depth).equals(step);
        }
    }

    private static final PathStep ELEMENT = new PathStep.EveryElement();

    private final long hash;
    private final int depth;
    private final boolean throughArray;
    private final boolean indexed;
    private final int slot;

    /** Whether what is below is indexed if nothing longer decides otherwise. */
    private final boolean inherited;

    private final List<Rule> rules;

    /** The rest of the paths of composite indexes that lead through here, with their slots. */
    private final Map<List<String>, Integer> slotsBelow;

    private final boolean termsBelow;
    private final AtomicInteger remembered;
    private volatile @Nullable Map<String, PathNode> members;
    private volatile @Nullable PathNode element;

    private PathNode(
            long hash,
            int depth,
            boolean throughArray,
            boolean inherited,
            List<Rule> rules,
            Map<List<String>, Integer> slots,
            AtomicInteger remembered) {
        boolean everythingHere = inherited;
        Boolean valueHere = null;
        List<Rule> longer = new ArrayList<>();
        for (Rule rule : rules) {
            if (rule.path.steps().size() > depth) {
                longer.add(rule);
            } else if (rule.path.ending() == IndexPath.Ending.VALUE) {
                valueHere = rule.included;
            } else {
                everythingHere = rule.included;
            }
        }
        this.hash = hash;
        this.depth = depth;
        this.throughArray = throughArray;
        this.indexed = valueHere == null ? everythingHere : valueHere;
        this.inherited = everythingHere;
        this.rules = List.copyOf(longer);
        this.termsBelow = everythingHere || longer.stream().anyMatch(Rule::included);
        this.slot = slots.getOrDefault(List.of(), NO_SLOT);
        this.slotsBelow = slots;
        this.remembered = remembered;
    }

    static PathNode root(IndexingPolicy policy, Map<DocumentPath, Integer> slotsByPath) {
        List<Rule> rules = new ArrayList<>();
        policy.includedPaths().forEach(path -> rules.add(new Rule(path, true)));
        policy.excludedPaths().forEach(path -> rules.add(new Rule(path, false)));
        Map<List<String>, Integer> slots = new HashMap<>();
        slotsByPath.forEach((path, slot) -> slots.put(path.segments(), slot));
        return new PathNode(TermPath.ITEM_HASH, 0, false, false, rules, slots, new AtomicInteger());
    }

    long hash() {
        return hash;
    }

    /** Whether a string, number, boolean or null here has a term. */
    boolean isIndexed() {
        return indexed;
    }

    /** Whether what is here belongs to the shape of the item. */
    boolean isInShape() {
        return !throughArray && depth <= SHAPE_DEPTH_MAX;
    }

    /** Whether a composite index wants to know what is here. */
    boolean hasSlot() {
        return slot != NO_SLOT;
    }

    int slot() {
        return slot;
    }

    /** Whether anything in an object here matters. */
    boolean entersObjects() {
        return termsBelow || (!throughArray && (depth < SHAPE_DEPTH_MAX || !slotsBelow.isEmpty()));
    }

    /** Whether anything in an array here matters. */
    boolean entersArrays() {
        return termsBelow;
    }

    PathNode member(String name) {
        Map<String, PathNode> known = members;
        PathNode member = known == null ? null : known.get(name);
        return member == null ? rememberedMember(name) : member;
    }

    private PathNode rememberedMember(String name) {
        PathNode member = uncachedMember(name);
        if (remembered.get() >= REMEMBERED_MAX) {
            return member;
        }
        Map<String, PathNode> known = members;
        if (known == null) {
            synchronized (this) {
                known = members == null ? new ConcurrentHashMap<>() : members;
                members = known;
            }
        }
        PathNode earlier = known.putIfAbsent(name, member);
        if (earlier == null) {
            remembered.incrementAndGet();
        }
        return earlier == null ? member : earlier;
    }

    /** The same, not remembered: who asks may ask for anything. */
    PathNode uncachedMember(String name) {
        Map<List<String>, Integer> slots = new HashMap<>();
        slotsBelow.forEach((path, number) -> {
            if (!path.isEmpty() && path.get(0).equals(name)) {
                slots.put(path.subList(1, path.size()), number);
            }
        });
        return child(TermPath.memberHash(hash, name), throughArray, new PathStep.Member(name), slots);
    }

    PathNode element() {
        PathNode known = element;
        if (known == null) {
            known = child(TermPath.elementHash(hash), true, ELEMENT, Map.of());
            element = known;
        }
        return known;
    }

    private PathNode child(long childHash, boolean inArray, PathStep step, Map<List<String>, Integer> slots) {
        List<Rule> leading =
                rules.stream().filter(rule -> rule.leadsThrough(depth, step)).toList();
        return new PathNode(childHash, depth + 1, inArray, inherited, leading, slots, remembered);
    }
}
