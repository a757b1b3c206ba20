package org.mayflydb.ttl;

import java.nio.ByteBuffer;
import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.Decoded;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.key.KeyDigest;
import org.mayflydb.key.PartitionKeyDefinition;

/** A record of an item is read as it was written, or reported as damaged. */
public final class StoredItemFuzz implements FuzzTarget {
    private static final PartitionKeyDefinition DEFINITION = PartitionKeyDefinition.hash("/pk");

    @Override
    public String name() {
        return "stored-item";
    }

    @Override
    public void run(byte[] input) {
        StoredItem item = Decoded.fromStore(() -> StoredItem.decode(input));
        if (item == null) {
            return;
        }
        byte[] json = item.jsonForMaintenance();
        Claim.same(json.length, item.size(), "size");
        Claim.holds(item.version().etag().length() == 38, "an ETag");
        KeyDigest digest = item.keyDigest();
        if (digest == null) {
            return;
        }
        Claim.same(digest, item.keyDigest(DEFINITION), "digest");
        byte[] encoded = StoredItem.encode(
                item.lifetime(),
                item.writeTime(),
                item.version(),
                item.documentNumber(),
                digest,
                ByteBuffer.wrap(json),
                new byte[0]);
        StoredItem again = StoredItem.decode(encoded);
        Claim.same(item.lifetime(), again.lifetime(), "lifetime");
        Claim.same(item.timestamp(), again.timestamp(), "_ts");
        Claim.same(item.version(), again.version(), "version");
        Claim.same(input.length, encoded.length, "length");
    }
}
