package org.mayflydb.query.run;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.json.PathReader;
import org.mayflydb.ttl.LiveItem;

/**
 * The item that the rows at hand come from, seen through the paths that the query uses. What the condition needs is read
 * in one pass when it is first asked for, the rest in a second one, which most items never get to.
 */
public final class Document {
    private final PathReader[] readers;
    private final @Nullable JsonValue[][] values;
    private final boolean[] read;
    private @Nullable LiveItem item;
    private byte @Nullable [] json;
    private @Nullable JsonObject whole;

    Document(PathReader... readers) {
        this.readers = readers;
        this.values = new JsonValue[readers.length][];
        for (int i = 0; i < readers.length; i++) {
            values[i] = new JsonValue[readers[i].size()];
        }
        this.read = new boolean[readers.length];
    }

    /** The paths of a query, collected while it is compiled. */
    public static final class Paths {
        private final PathReader condition = new PathReader();
        private final PathReader rest = new PathReader();

        /** How to read a path later. */
        public Evaluator at(List<String> path, boolean inCondition) {
            int known = condition.find(path);
            if (inCondition || known >= 0) {
                int place = known >= 0 ? known : condition.add(path);
                return frame -> frame.document().value(0, place);
            }
            int place = rest.add(path);
            return frame -> frame.document().value(1, place);
        }

        /** A document to go through items with, once all paths are known. */
        public Document document() {
            return new Document(condition, rest);
        }
    }

    /** Turns to another item. */
    public void show(LiveItem shown) {
        item = shown;
        json = null;
        whole = null;
        Arrays.fill(read, false);
    }

    /** Turns to something that is no item, but is asked about like one. */
    public void show(JsonObject shown) {
        item = null;
        json = shown.toBytes();
        whole = shown;
        Arrays.fill(read, false);
    }

    public LiveItem item() {
        return Invariant.present(item, "a row comes from an item");
    }

    /** What its resource id is made of; undefined if it is no item. */
    public @Nullable JsonValue documentNumber() {
        return item == null ? null : JsonNumber.of(item.stored().documentNumber());
    }

    /** How many seconds the item has left at the time of the query; undefined if it never expires, or is no item. */
    public @Nullable JsonValue secondsLeft() {
        OptionalLong left = item == null ? OptionalLong.empty() : item.secondsLeft();
        return left.isEmpty() ? null : JsonNumber.of(left.getAsLong());
    }

    private @Nullable JsonValue value(int reader, int place) {
        if (!read[reader]) {
            readers[reader].read(json(), values[reader]);
            read[reader] = true;
        }
        return values[reader][place];
    }

    /** The item as a value. */
    public JsonObject whole() {
        if (whole == null) {
            whole = JsonObject.ofText(json());
        }
        return whole;
    }

    private byte[] json() {
        if (json == null) {
            json = item().json();
        }
        return json;
    }
}
