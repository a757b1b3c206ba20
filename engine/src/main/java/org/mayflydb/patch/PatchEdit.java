package org.mayflydb.patch;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.PreconditionFailedException;
import org.mayflydb.item.record.SystemProperties;
import org.mayflydb.item.write.ItemEdit;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.ttl.LiveItem;

/** A patch that has been checked as far as it can be without an item. */
final class PatchEdit implements ItemEdit {
    private final List<PatchOperation> operations;
    private final @Nullable PatchCondition condition;

    PatchEdit(List<PatchOperation> operations, @Nullable PatchCondition condition) {
        this.operations = operations;
        this.condition = condition;
    }

    @Override
    public byte[] apply(LiveItem present, long now) {
        if (condition != null && !condition.holds(present, now)) {
            throw PreconditionFailedException.patchCondition();
        }
        Map<String, JsonValue> members = new LinkedHashMap<>(((JsonObject) JsonValue.parse(present.json())).members());
        // They are written anew, and do not count for the size of an item.
        members.keySet().removeIf(SystemProperties::includes);
        JsonObject.Builder item = JsonObject.builder();
        members.forEach(item::put);
        return apply(item.build()).toBytes();
    }

    JsonObject apply(JsonObject item) {
        JsonValue changed = item;
        for (int i = 0; i < operations.size(); i++) {
            changed = new TreeChange(operations.get(i), i + 1).apply(changed);
        }
        return (JsonObject) changed;
    }
}
