package org.mayflydb.catalog;

import org.mayflydb.changelog.LogPolicy;
import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.Decoded;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.index.IndexRules;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.compile.ComputedPropertyReader;
import org.mayflydb.query.compile.VectorPolicy;

/** A container that is accepted is shown as a body that is accepted as the same container. */
public final class ContainerBodyFuzz implements FuzzTarget {
    @Override
    public String name() {
        return "container-body";
    }

    @Override
    public long allocatedBytesMax(int inputBytes) {
        return (16L << 20) + 8192L * inputBytes;
    }

    @Override
    public void run(byte[] input) {
        JsonValue body = Decoded.fromClient(() -> JsonValue.parse(input));
        if (!(body instanceof JsonObject object)) {
            return;
        }
        ContainerProperties created =
                Decoded.fromClient(() -> ContainerProperties.create(object, TimeToLive.NullPolicy.OFF));
        if (created == null) {
            return;
        }
        JsonObject shown = created.toJson();
        Claim.same(shown, JsonValue.parse(shown.toBytes()), "what is shown can be written");
        Claim.same(created, ContainerProperties.create(shown, TimeToLive.NullPolicy.OFF), "created as it is shown");
        Claim.same(created, ContainerProperties.replace(created, shown), "replaced by what is shown");
        Claim.same(shown, ContainerProperties.stored(shown).toJson(), "read from the store");
        JsonObject kept = created.keptPolicies();
        Decoded.fromClient(() -> ComputedPropertyReader.read(kept.get("computedProperties")));
        Decoded.fromClient(() -> VectorPolicy.read(kept.get("vectorEmbeddingPolicy")));
        Decoded.fromClient(() -> LogPolicy.read(kept.get("changeFeedPolicy")));
        Claim.holds(
                IndexRules.of(created.indexingPolicy()).makesSameEntriesAs(IndexRules.of(created.indexingPolicy())),
                "the same rules");
    }
}
