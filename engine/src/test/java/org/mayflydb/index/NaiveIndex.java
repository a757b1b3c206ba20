package org.mayflydb.index;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Bytes;
import org.mayflydb.catalog.CompositePath;
import org.mayflydb.catalog.IndexPath;
import org.mayflydb.catalog.IndexPath.PathStep;
import org.mayflydb.catalog.IndexingPolicy;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

/** What the index should hold of an item, found out the long way round: over a tree, place by place, rule by rule. */
public final class NaiveIndex {
    private static final List<String> SKIPPED = List.of("_rid", "_self", "_etag", "_attachments");

    private NaiveIndex() {}

    /** One value at one place. */
    record Term(TermPath path, JsonValue value) {}

    /** All strings, numbers, booleans and nulls of an item, with repetitions. */
    static List<Term> scalars(JsonObject item) {
        List<Term> found = new ArrayList<>();
        item.members().forEach((name, value) -> {
            if (!SKIPPED.contains(name)) {
                gather(TermPath.ITEM.member(name), value, found);
            }
        });
        return found;
    }

    private static void gather(TermPath path, JsonValue value, List<Term> found) {
        if (value instanceof JsonObject object) {
            object.members().forEach((name, inner) -> gather(path.member(name), inner, found));
        } else if (value instanceof JsonArray array) {
            array.elements().forEach(inner -> gather(path.everyElement(), inner, found));
        } else {
            found.add(new Term(path, value));
        }
    }

    /** Whether the policy includes a place: the longest of its paths that covers it decides. */
    static boolean includes(IndexingPolicy policy, TermPath path) {
        int best = -1;
        boolean included = false;
        for (IndexPath each : policy.includedPaths()) {
            if (rank(each, path) > best) {
                best = rank(each, path);
                included = true;
            }
        }
        for (IndexPath each : policy.excludedPaths()) {
            if (rank(each, path) > best) {
                best = rank(each, path);
                included = false;
            }
        }
        return included;
    }

    private static int rank(IndexPath rule, TermPath path) {
        List<PathStep> steps = rule.steps();
        boolean value = rule.ending() == IndexPath.Ending.VALUE;
        boolean covers = value
                ? steps.equals(path.steps())
                : steps.size() <= path.steps().size()
                        && steps.equals(path.steps().subList(0, steps.size()));
        return covers ? 2 * steps.size() + (value ? 1 : 0) : -1;
    }

    /** The keys of all entries for the values of an item whose JSON has its {@code _ts}. */
    public static SortedSet<Bytes> valueKeys(IndexingPolicy policy, JsonObject item, long documentNumber) {
        SortedSet<Bytes> keys = new TreeSet<>();
        if (policy.mode() == IndexingPolicy.Mode.NONE || !policy.automatic()) {
            return keys;
        }
        int terms = 0;
        for (Term term : scalars(item)) {
            if (includes(policy, term.path())) {
                terms += term.path().equals(TermPath.ITEM.member("_ts")) ? 0 : 1;
                keys.add(key(term, documentNumber));
            }
        }
        if (terms > TermCollector.TERMS_MAX) {
            return new TreeSet<>();
        }
        for (List<CompositePath> paths : policy.compositeIndexes()) {
            List<@Nullable JsonValue> values = new ArrayList<>();
            paths.forEach(path -> values.add(path.path().find(item)));
            keys.add(numbered(new CompositeIndex(paths).equalTo(values).keys().lower(), documentNumber));
        }
        return keys;
    }

    static Bytes key(Term term, long documentNumber) {
        return numbered(TermRanges.equalTo(term.path(), term.value()).keys().lower(), documentNumber);
    }

    /** The shape of an item. */
    static ItemShape shape(JsonObject item) {
        ItemShape shape = new ItemShape();
        addTo(shape, TermPath.ITEM, item);
        return shape;
    }

    private static void addTo(ItemShape shape, TermPath path, JsonObject object) {
        for (Map.Entry<String, JsonValue> member : object.members().entrySet()) {
            if (path.steps().isEmpty()
                    && (SKIPPED.contains(member.getKey()) || member.getKey().equals("_ts"))) {
                continue;
            }
            TermPath place = path.member(member.getKey());
            if (member.getValue() instanceof JsonObject inner) {
                shape.add(place.hash(), ItemShape.Kind.OBJECT);
                if (place.steps().size() < 3) {
                    addTo(shape, place, inner);
                }
            } else {
                boolean array = member.getValue() instanceof JsonArray;
                shape.add(place.hash(), array ? ItemShape.Kind.ARRAY : ItemShape.Kind.SCALAR);
            }
        }
    }

    private static Bytes numbered(byte[] beginning, long documentNumber) {
        byte[] key = Arrays.copyOf(beginning, beginning.length + Long.BYTES);
        IndexKeys.putNumber(key, documentNumber);
        return Bytes.wrap(key);
    }
}
