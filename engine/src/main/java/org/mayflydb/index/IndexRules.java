package org.mayflydb.index;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.mayflydb.catalog.CompositePath;
import org.mayflydb.catalog.IndexPath;
import org.mayflydb.catalog.IndexPath.PathStep;
import org.mayflydb.catalog.IndexingPolicy;
import org.mayflydb.key.DocumentPath;

/**
 * An indexing policy, compiled: which places of items have terms, and which composite indexes there are.
 *
 * <p>The longest path of the policy that covers a place decides whether it is included or excluded; where two are equally
 * long, the one that ends with {@code /?}. A policy of mode {@code none}, or one that is not automatic, indexes nothing.
 */
public final class IndexRules {
    /** The one system property that is indexed; its value is known only when the item is written. */
    static final String TIMESTAMP = "_ts";

    /** They name the item and its version; nobody searches for those, and they would be most of many an index. */
    private static final Set<String> NEVER_INDEXED = Set.of("_rid", "_self", "_etag", "_attachments");

    private final IndexingPolicy policy;
    private final boolean idle;
    private final PathNode root;
    private final boolean timestampIndexed;
    private final List<CompositeColumns> composites;
    private final int slots;

    private IndexRules(IndexingPolicy policy) {
        this.policy = policy;
        this.idle = policy.mode() == IndexingPolicy.Mode.NONE || !policy.automatic();
        Map<DocumentPath, Integer> slotsByPath = new LinkedHashMap<>();
        this.composites = idle ? List.of() : composites(policy, slotsByPath);
        this.slots = slotsByPath.size();
        this.root = PathNode.root(policy, slotsByPath);
        this.timestampIndexed = !idle && root.member(TIMESTAMP).isIndexed();
    }

    public static IndexRules of(IndexingPolicy policy) {
        return new IndexRules(policy);
    }

    private static List<CompositeColumns> composites(IndexingPolicy policy, Map<DocumentPath, Integer> slotsByPath) {
        List<CompositeColumns> composites = new ArrayList<>();
        for (List<CompositePath> paths : policy.compositeIndexes()) {
            boolean usable = paths.stream()
                    .noneMatch(path -> isNeverIndexed(path.path().segments().get(0)));
            boolean repeated =
                    composites.stream().anyMatch(known -> known.index().paths().equals(paths));
            if (usable && !repeated) {
                composites.add(CompositeColumns.of(new CompositeIndex(paths), slotsByPath));
            }
        }
        return List.copyOf(composites);
    }

    /** What this was compiled from. */
    public IndexingPolicy policy() {
        return policy;
    }

    /** Whether nothing is indexed at all: there are no terms, no composite entries and no shapes. */
    public boolean isIdle() {
        return idle;
    }

    /** Whether every string, number, boolean and null at this place has a term. */
    public boolean covers(TermPath path) {
        if (idle || path.steps().isEmpty()) {
            return false;
        }
        if (path.steps().get(0) instanceof PathStep.Member member && isNeverIndexed(member.name())) {
            return false;
        }
        PathNode node = root;
        for (PathStep step : path.steps()) {
            node = step instanceof PathStep.Member member ? node.uncachedMember(member.name()) : node.element();
        }
        return node.isIndexed();
    }

    /** The composite indexes, those with a system property that is never indexed left out. */
    public List<CompositeIndex> composites() {
        return composites.stream().map(CompositeColumns::index).toList();
    }

    /** Whether the same items get the same entries by these rules and by those. */
    public boolean makesSameEntriesAs(IndexRules other) {
        return idle == other.idle
                && (idle
                        || (composites().equals(other.composites())
                                && meanSame(policy.includedPaths(), other.policy.includedPaths())
                                && meanSame(policy.excludedPaths(), other.policy.excludedPaths())));
    }

    private static boolean meanSame(List<IndexPath> paths, List<IndexPath> others) {
        return paths.size() == others.size()
                && paths.stream().allMatch(path -> others.stream().anyMatch(path::means))
                && others.stream().allMatch(path -> paths.stream().anyMatch(path::means));
    }

    static boolean isNeverIndexed(String memberOfItem) {
        return memberOfItem.startsWith("_") && NEVER_INDEXED.contains(memberOfItem);
    }

    PathNode root() {
        return root;
    }

    boolean isTimestampIndexed() {
        return timestampIndexed;
    }

    List<CompositeColumns> compositeColumns() {
        return composites;
    }

    /** How many different paths the composite indexes have. */
    int slots() {
        return slots;
    }
}
