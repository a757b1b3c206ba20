package org.mayflydb.query.run;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonEquality;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonOrder;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.function.Cost;

/** The aggregate functions. Undefined inputs count for none of them. */
public enum Aggregate {
    COUNT,
    SUM,
    AVG,
    MIN,
    MAX,
    COUNTIF,
    MAKELIST,
    MAKESET;

    /** The function of this name, or null if it is none. */
    public static @Nullable Aggregate find(String name) {
        for (Aggregate aggregate : values()) {
            if (aggregate.name().equals(name.toUpperCase(Locale.ROOT))) {
                return aggregate;
            }
        }
        return null;
    }

    /** Whether what it has come to is small, so that a continuation can carry it. */
    public boolean hasSmallState() {
        return this != MAKELIST && this != MAKESET;
    }

    State start(Budget budget) {
        return switch (this) {
            case COUNT, COUNTIF -> new Counting(this == COUNTIF);
            case SUM, AVG -> new Adding(this == AVG);
            case MIN, MAX -> new Extreme(this == MAX);
            case MAKELIST, MAKESET -> new Collecting(this == MAKESET, budget);
        };
    }

    /** One group's way to its result. */
    abstract static class State {
        abstract void add(@Nullable JsonValue value);

        abstract @Nullable JsonValue result();

        abstract JsonValue save();

        abstract void restore(JsonValue saved);

        void addCount(long rows) {
            throw new IllegalStateException("only counts can be added to");
        }
    }

    private static final class Counting extends State {
        private final boolean onlyTrue;
        private long count;

        Counting(boolean onlyTrue) {
            this.onlyTrue = onlyTrue;
        }

        @Override
        void add(@Nullable JsonValue value) {
            if (onlyTrue ? value instanceof JsonBoolean truth && truth.value() : value != null) {
                count++;
            }
        }

        @Override
        void addCount(long rows) {
            count += rows;
        }

        @Override
        JsonValue result() {
            return JsonNumber.of(count);
        }

        @Override
        JsonValue save() {
            return JsonNumber.of(count);
        }

        @Override
        void restore(JsonValue saved) {
            count = (long) ((JsonNumber) saved).doubleValue();
        }
    }

    /** The sum of nothing is 0, its average undefined; anything but a number makes both undefined. */
    private static final class Adding extends State {
        private final boolean average;
        private double sum;
        private long count;
        private boolean spoiled;

        Adding(boolean average) {
            this.average = average;
        }

        @Override
        void add(@Nullable JsonValue value) {
            if (value instanceof JsonNumber number) {
                sum += number.doubleValue();
                count++;
            } else if (value != null) {
                spoiled = true;
            }
        }

        @Override
        @Nullable
        JsonValue result() {
            if (spoiled || (average && count == 0)) {
                return null;
            }
            return JsonNumber.computed(average ? sum / count : sum);
        }

        @Override
        JsonValue save() {
            JsonValue total = Double.isFinite(sum) ? JsonNumber.of(sum) : JsonNull.NULL;
            return JsonArray.of(total, JsonNumber.of(count), JsonBoolean.of(spoiled));
        }

        @Override
        void restore(JsonValue saved) {
            List<JsonValue> parts = ((JsonArray) saved).elements();
            sum = parts.get(0) instanceof JsonNumber number ? number.doubleValue() : Double.NaN;
            count = (long) ((JsonNumber) parts.get(1)).doubleValue();
            spoiled = ((JsonBoolean) parts.get(2)).value();
        }
    }

    /** The first or last in the order of types; undefined as soon as there is an array or object. */
    private static final class Extreme extends State {
        private final boolean largest;
        private @Nullable JsonValue found;
        private boolean spoiled;

        Extreme(boolean largest) {
            this.largest = largest;
        }

        @Override
        void add(@Nullable JsonValue value) {
            if (value == null) {
                return;
            }
            if (value instanceof JsonArray || value instanceof JsonObject) {
                spoiled = true;
                return;
            }
            int order = found == null ? 0 : JsonOrder.compare(value, found);
            if (found == null || (largest ? order > 0 : order < 0)) {
                found = value;
            }
        }

        @Override
        @Nullable
        JsonValue result() {
            return spoiled ? null : found;
        }

        @Override
        JsonValue save() {
            return found == null ? JsonArray.of(JsonBoolean.of(spoiled)) : JsonArray.of(JsonBoolean.of(spoiled), found);
        }

        @Override
        void restore(JsonValue saved) {
            List<JsonValue> parts = ((JsonArray) saved).elements();
            spoiled = ((JsonBoolean) parts.get(0)).value();
            found = parts.size() > 1 ? parts.get(1) : null;
        }
    }

    private static final class Collecting extends State {
        private final List<JsonValue> values = new ArrayList<>();
        private final @Nullable Set<JsonEquality.Key> seen;
        private final Budget budget;

        Collecting(boolean onlyOnce, Budget budget) {
            this.seen = onlyOnce ? new LinkedHashSet<>() : null;
            this.budget = budget;
        }

        @Override
        void add(@Nullable JsonValue value) {
            if (seen != null) {
                Cost.payDeep(value, budget);
            }
            if (value != null && (seen == null || seen.add(new JsonEquality.Key(value)))) {
                budget.hold(value);
                values.add(value);
            }
        }

        @Override
        JsonValue result() {
            return new JsonArray(values);
        }

        @Override
        JsonValue save() {
            return new JsonArray(values);
        }

        @Override
        void restore(JsonValue saved) {
            ((JsonArray) saved).elements().forEach(this::add);
        }
    }
}
