package org.mayflydb.query.access;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.index.IndexEntry;
import org.mayflydb.index.IndexRange;
import org.mayflydb.index.TermPath;
import org.mayflydb.index.TermRanges;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.DocumentStretch;
import org.mayflydb.key.KeyComponent;
import org.mayflydb.storage.KeyPage;
import org.mayflydb.storage.KeyRange;

/**
 * The numbers of the items that have a partition key, as the index knows them. With these, items of another key with the same
 * hash are told apart without reading them.
 */
final class KeyDocuments {
    private static final int KEYS_MAX = 2000;

    /** Beyond this many entries of the key for each that is counted it is cheaper to read the items. */
    private static final int ENTRIES_EACH_MAX = 16;

    /** For each component of the key the numbers of the items that have it, in order. */
    private final List<long[]> numbers;

    private KeyDocuments(List<long[]> numbers) {
        this.numbers = numbers;
    }

    /**
     * The items of a view with one partition key.
     *
     * @param wanted how many of them are looked for
     * @return null if the index does not know, or if looking there does not pay
     */
    static @Nullable KeyDocuments find(PartitionView view, KeyScope key, long wanted) {
        List<KeyComponent> components = key.test().key().components();
        List<IndexRange> ranges = new ArrayList<>();
        for (int i = 0; i < components.size(); i++) {
            TermPath path = view.keyPath(i);
            JsonValue value = value(components.get(i));
            IndexRange range = value == null || !view.index().covers(path) ? null : within(path, value, key.numbers());
            if (range == null || !range.exact()) {
                return null;
            }
            ranges.add(range);
        }
        List<long[]> numbers = new ArrayList<>();
        for (IndexRange range : ranges) {
            long[] ofComponent = numbers(view, range.keys(), ENTRIES_EACH_MAX * wanted);
            if (ofComponent == null) {
                return null;
            }
            numbers.add(ofComponent);
        }
        return new KeyDocuments(numbers);
    }

    private static IndexRange within(TermPath path, JsonValue value, DocumentStretch stretch) {
        return TermRanges.equalTo(path, value).within(stretch);
    }

    private static long @Nullable [] numbers(PartitionView view, KeyRange entries, long max) {
        long[] found = new long[0];
        KeyRange rest = entries;
        KeyPage page;
        do {
            page = view.scanIndexKeys(rest, KEYS_MAX);
            int known = found.length;
            if (known + page.keys().size() > max) {
                return null;
            }
            view.budget().hold((long) page.keys().size() * Long.BYTES);
            found = Arrays.copyOf(found, known + page.keys().size());
            for (byte[] key : page.keys()) {
                found[known++] = IndexEntry.documentNumber(key);
            }
            if (!page.exhausted()) {
                rest = rest.after(page.keys().get(page.keys().size() - 1));
            }
        } while (!page.exhausted());
        return found;
    }

    private static @Nullable JsonValue value(KeyComponent component) {
        if (component instanceof KeyComponent.Text text) {
            return new JsonString(text.value());
        } else if (component instanceof KeyComponent.Numeric number) {
            return JsonNumber.of(number.value());
        }
        return switch ((KeyComponent.Fixed) component) {
            case UNDEFINED -> null;
            case NULL -> JsonNull.NULL;
            case FALSE -> JsonBoolean.FALSE;
            case TRUE -> JsonBoolean.TRUE;
        };
    }

    boolean contain(IndexEntry entry) {
        long number = entry.documentNumber();
        return numbers.stream().allMatch(each -> Arrays.binarySearch(each, number) >= 0);
    }
}
