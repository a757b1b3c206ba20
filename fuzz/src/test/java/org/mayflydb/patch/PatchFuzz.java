package org.mayflydb.patch;

import java.nio.ByteBuffer;
import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.Decoded;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.item.write.ItemEdit;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.KeyDigest;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.ttl.ContainerTtl;
import org.mayflydb.ttl.ExpiryRule;
import org.mayflydb.ttl.ItemVersion;
import org.mayflydb.ttl.Lifetime;
import org.mayflydb.ttl.LiveItem;
import org.mayflydb.ttl.StoredItem;

/** A patch that is accepted is written as the same one; applied, it keeps id and partition key and leaves an item that can be read. */
public final class PatchFuzz implements FuzzTarget {
    private static final PartitionKeyDefinition DEFINITION = PartitionKeyDefinition.hash("/pk");

    private static final JsonObject ITEM = (JsonObject)
            JsonValue.parse(
                    "{\"id\":\"a\",\"pk\":\"p\",\"n\":1,\"x\":2.5,\"list\":[1,2,{\"k\":[3]}],\"o\":{\"p\":{\"q\":true}},\"~\":0}");

    private static final LiveItem STORED = new ExpiryRule(ContainerTtl.of(null, null))
            .written(StoredItem.decode(StoredItem.encode(
                    Lifetime.INHERIT,
                    1_794_700_800_000L,
                    new ItemVersion(1, 2, (short) 0),
                    3,
                    KeyDigest.of(PartitionKey.of("p")),
                    ByteBuffer.wrap(ITEM.toBytes()),
                    new byte[0])));

    @Override
    public String name() {
        return "patch";
    }

    @Override
    public long allocatedBytesMax(int inputBytes) {
        return (64L << 20) + 4096L * inputBytes;
    }

    @Override
    public void run(byte[] input) {
        Patch patch = Decoded.fromClient(() -> Patch.parse(input));
        if (patch == null) {
            return;
        }
        Claim.same(patch.toString(), Patch.parse(patch.toJson().toBytes()).toString(), "written and read again");
        ItemEdit edit = Decoded.fromClient(() -> patch.edit(DEFINITION));
        byte[] text = edit == null ? null : Decoded.fromClient(() -> edit.apply(STORED, 1_794_700_800L));
        if (text == null) {
            return;
        }
        JsonObject edited = (JsonObject) JsonValue.parse(text);
        Claim.same(ITEM.get("id"), edited.get("id"), "id");
        Claim.same(ITEM.get("pk"), edited.get("pk"), "partition key");
        Claim.holds(text.length <= ITEM.toBytes().length + 8L * input.length + 400, "what is put comes from the patch");
    }
}
