package org.mayflydb.conformance;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.key.PartitionKey;

/**
 * Where an item of a scenario is.
 *
 * @param key the JSON text of each level of the partition key; <code>{}</code> for a level that the item lacks
 */
record Address(Layout layout, List<String> key, String id) {
    private static final List<String> KEY_MEMBERS = List.of("pk", "sub");

    PartitionKey partitionKey() {
        return keyOf(key);
    }

    int partition() {
        return layout.partitionOf(partitionKey());
    }

    /** The JSON of an item that lives here, without its closing brace. The serial number tells one write from another. */
    String content(@Nullable String ttl, @Nullable String unique, int serial) {
        StringBuilder json = new StringBuilder("{\"id\":\"" + id + "\"");
        for (int level = 0; level < key.size(); level++) {
            if (!key.get(level).equals("{}")) {
                json.append(",\"" + KEY_MEMBERS.get(level) + "\":").append(key.get(level));
            }
        }
        if (unique != null) {
            json.append(",\"u\":").append(unique);
        }
        json.append(",\"n\":").append(serial);
        if (ttl != null) {
            json.append(",\"ttl\":").append(ttl);
        }
        return json.toString();
    }

    /** The key, or the beginning of one, that these levels are. */
    static PartitionKey keyOf(List<String> levels) {
        return PartitionKey.parse("[" + String.join(",", levels) + "]");
    }

    @Override
    public String toString() {
        return layout + " " + String.join("/", key) + " '" + id + "'";
    }
}
