package org.mayflydb.item.write;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.mayflydb.catalog.IndexingPolicy;
import org.mayflydb.catalog.UniqueKeyPolicy;
import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.Decoded;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.index.IndexRules;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyDefinition;

/** An item that is accepted is stored as JSON with the same id and partition key, and is accepted again as it is stored. */
public final class IncomingItemFuzz implements FuzzTarget {
    private static final List<PartitionKeyDefinition> DEFINITIONS = List.of(
            PartitionKeyDefinition.hash("/pk"),
            PartitionKeyDefinition.hash("/nested/key"),
            PartitionKeyDefinition.multiHash("/pk", "/nested/key"));

    private static final IndexRules RULES = IndexRules.of(IndexingPolicy.DEFAULT);

    private static final UniqueKeyPolicy UNIQUE =
            UniqueKeyPolicy.fromJson(JsonValue.parse("{\"uniqueKeys\":[{\"paths\":[\"/u\",\"/nested/v\"]}]}"));

    @Override
    public String name() {
        return "item";
    }

    @Override
    public long allocatedBytesMax(int inputBytes) {
        return (8L << 20) + 4096L * inputBytes;
    }

    @Override
    public void run(byte[] input) {
        for (PartitionKeyDefinition definition : DEFINITIONS) {
            UniqueKeyPolicy unique = definition.isNested() ? UNIQUE : UniqueKeyPolicy.NONE;
            IncomingItem item = Decoded.fromClient(() -> IncomingItem.read(input, definition, unique, RULES, null));
            if (item != null) {
                check(item, definition, unique);
            }
        }
    }

    private static void check(IncomingItem item, PartitionKeyDefinition definition, UniqueKeyPolicy unique) {
        byte[] stored = stored(item);
        JsonObject tree = (JsonObject) JsonValue.parse(stored);
        Claim.same(new JsonString(item.id()), tree.get("id"), "id");
        Claim.same(PartitionKey.from(definition, tree), item.partitionKey(), "partition key");
        IncomingItem again = IncomingItem.read(stored, definition, unique, RULES, null);
        Claim.holds(Arrays.equals(stored, stored(again)), "stored the same way again");
        Claim.same(item.keyDigest(), again.keyDigest(), "digest of the partition key");
        Claim.same(item.ttlText(), again.ttlText(), "ttl");
        Claim.same(item.uniqueDigests().size(), again.uniqueDigests().size(), "unique values");
    }

    private static byte[] stored(IncomingItem item) {
        ByteBuffer content = item.content().duplicate();
        byte[] stored = new byte[content.remaining() + 1];
        content.get(stored, 0, stored.length - 1);
        stored[stored.length - 1] = '}';
        return stored;
    }
}
