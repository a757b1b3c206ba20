package org.mayflydb.app.transfer;

import java.util.ArrayList;
import java.util.List;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

/**
 * How far an export is.
 *
 * @param source what is exported and how, so that nothing else is added to it
 * @param bytes how much of the file is good
 * @param items how many items that is
 */
record ExportState(String source, List<RangeProgress> ranges, long bytes, long items) {
    ExportState {
        ranges = List.copyOf(ranges);
    }

    JsonObject toJson() {
        List<JsonValue> list = new ArrayList<>();
        ranges.forEach(range -> list.add(range.toJson()));
        return JsonObject.builder()
                .put("source", source)
                .put("bytes", bytes)
                .put("items", items)
                .put("ranges", new JsonArray(list))
                .build();
    }

    static ExportState parse(JsonObject json) {
        if (!(json.get("ranges") instanceof JsonArray array)) {
            throw StateJson.damaged("ranges");
        }
        List<RangeProgress> ranges = new ArrayList<>();
        for (JsonValue element : array.elements()) {
            if (!(element instanceof JsonObject range)) {
                throw StateJson.damaged("ranges");
            }
            ranges.add(RangeProgress.parse(range));
        }
        return new ExportState(
                StateJson.text(json, "source"),
                ranges,
                StateJson.number(json, "bytes"),
                StateJson.number(json, "items"));
    }
}
