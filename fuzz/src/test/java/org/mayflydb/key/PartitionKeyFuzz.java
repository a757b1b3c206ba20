package org.mayflydb.key;

import java.util.List;
import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.Decoded;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.fuzz.Parts;

/** A partition key that is accepted has one text and one place, whatever the definition. */
public final class PartitionKeyFuzz implements FuzzTarget {
    private static final List<PartitionKeyDefinition> DEFINITIONS = List.of(
            PartitionKeyDefinition.hash("/pk"),
            PartitionKeyDefinition.SYSTEM,
            new PartitionKeyDefinition(List.of(DocumentPath.parse("/pk")), PartitionKeyDefinition.Kind.HASH, 1, false),
            PartitionKeyDefinition.multiHash("/a", "/b", "/c"));

    @Override
    public String name() {
        return "partition-key";
    }

    @Override
    public void run(byte[] input) {
        PartitionKey key = Decoded.fromClient(() -> PartitionKey.parse(Parts.text(input)));
        if (key == null) {
            return;
        }
        Claim.holds(key.size() <= PartitionKey.COMPONENTS_MAX, "three components at most");
        PartitionKey again = PartitionKey.parse(key.toString());
        Claim.same(key, again, "written and read again");
        Claim.same(KeyDigest.of(key), KeyDigest.of(again), "digest");
        for (PartitionKeyDefinition definition : DEFINITIONS) {
            if (key.size() == definition.paths().size()) {
                EffectivePartitionKey hash = Decoded.fromClient(() -> hash(definition, key));
                Claim.same(hash, Decoded.fromClient(() -> hash(definition, again)), "hash");
                if (hash != null) {
                    Claim.same(hash, EffectivePartitionKey.parse(hash.hex()), "hash as text");
                    Claim.holds(EpkRange.FULL.contains(hash), "in the hash space");
                }
            }
        }
    }

    private static EffectivePartitionKey hash(PartitionKeyDefinition definition, PartitionKey key) {
        definition.checkSizes(key);
        return PartitionKeyHasher.hash(definition, key);
    }
}
