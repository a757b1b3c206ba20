package org.mayflydb.query.run;

import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.function.CallContext;

/** Where evaluation happens: the item at hand, what the names of the query stand for, and what may be spent. */
public final class Frame {
    private final Document document;
    private final @Nullable JsonValue[] slots;
    private final CallContext calls;
    private final Budget budget;

    /**
     * A frame for one execution.
     *
     * @param slotCount how many names and intermediate values the compiled query has
     */
    public Frame(Document document, int slotCount, CallContext calls, Budget budget) {
        this.document = document;
        this.slots = new JsonValue[slotCount];
        this.calls = calls;
        this.budget = budget;
    }

    public Document document() {
        return document;
    }

    public @Nullable JsonValue slot(int index) {
        return slots[index];
    }

    public void setSlot(int index, @Nullable JsonValue value) {
        slots[index] = value;
    }

    public CallContext calls() {
        return calls;
    }

    public Budget budget() {
        return budget;
    }
}
