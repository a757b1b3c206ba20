package org.mayflydb.app.transfer;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.app.endpoint.PartitionKeyRange;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonObject;

/**
 * How far the export of one physical partition is.
 *
 * @param continuation where the next page begins; null for the first
 * @param done whether there is no next page
 */
record RangeProgress(PartitionKeyRange range, @Nullable String continuation, boolean done) {

    static RangeProgress begin(PartitionKeyRange range) {
        return new RangeProgress(range, null, false);
    }

    /** After a page that had this continuation, null for the last page. */
    RangeProgress after(@Nullable String next) {
        return new RangeProgress(range, next, next == null);
    }

    /**
     * The same for what the range was split into: a continuation counts in each of the parts, because they keep the order of
     * the whole.
     */
    List<RangeProgress> split(List<PartitionKeyRange> present) {
        List<RangeProgress> parts = new ArrayList<>();
        for (PartitionKeyRange each : present) {
            if (each.minInclusive().compareTo(range.minInclusive()) >= 0
                    && each.maxExclusive().compareTo(range.maxExclusive()) <= 0) {
                parts.add(new RangeProgress(each, continuation, done));
            }
        }
        return parts;
    }

    JsonObject toJson() {
        JsonObject.Builder json = JsonObject.builder()
                .put("id", range.id())
                .put("min", range.minInclusive())
                .put("max", range.maxExclusive())
                .put("done", done);
        if (continuation != null) {
            json.put("continuation", continuation);
        }
        return json.build();
    }

    static RangeProgress parse(JsonObject json) {
        PartitionKeyRange range = new PartitionKeyRange(
                StateJson.text(json, "id"), StateJson.text(json, "min"), StateJson.text(json, "max"));
        boolean done = json.get("done") instanceof JsonBoolean truth && truth.value();
        return new RangeProgress(range, StateJson.findText(json, "continuation"), done);
    }
}
