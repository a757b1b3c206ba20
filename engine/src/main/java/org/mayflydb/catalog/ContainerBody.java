package org.mayflydb.catalog;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.DocumentPath;
import org.mayflydb.key.ItemId;
import org.mayflydb.key.PartitionKeyDefinition;

/** The body of a request that creates or replaces a container. */
final class ContainerBody {

    /** Clients send back what they have read; the server writes these anew. */
    private static final Set<String> SYSTEM_MEMBERS =
            Set.of("_rid", "_ts", "_self", "_etag", "_docs", "_sprocs", "_triggers", "_udfs", "_conflicts");

    private static final Set<String> UNSUPPORTED =
            Set.of("materializedViewDefinition", "globalSecondaryIndexDefinition");

    private static final Set<String> MEMBERS = Set.of(
            "id",
            "indexingPolicy",
            "partitionKey",
            "defaultTtl",
            "ttlPropertyPath",
            "uniqueKeyPolicy",
            "conflictResolutionPolicy",
            "geospatialConfig",
            "analyticalStorageTtl");

    private final JsonObject body;
    private final PolicyReader reader;

    ContainerBody(JsonObject body) {
        this.body = body;
        this.reader = new PolicyReader("container", body);
        body.members().forEach(ContainerBody::checkKnown);
    }

    private static void checkKnown(String name, JsonValue value) {
        if (UNSUPPORTED.contains(name)) {
            if (!(value instanceof JsonNull)) {
                throw new BadRequestException("'" + name + "' is not supported.");
            }
        } else if (!MEMBERS.contains(name) && !SYSTEM_MEMBERS.contains(name) && !KeptPolicies.NAMES.contains(name)) {
            throw new BadRequestException("The container has the unknown member '" + name + "'.");
        }
    }

    ContainerProperties create(TimeToLive.NullPolicy nullTtl) {
        String id = reader.text("id");
        ItemId.checkResource(id);
        JsonValue uniqueKeys = reader.find("uniqueKeyPolicy");
        JsonValue conflicts = reader.find("conflictResolutionPolicy");
        return properties(
                id,
                indexingPolicy(),
                partitionKey(),
                nullTtl == TimeToLive.NullPolicy.OFF,
                uniqueKeys == null ? UniqueKeyPolicy.NONE : UniqueKeyPolicy.fromJson(uniqueKeys),
                conflicts == null ? ConflictResolutionPolicy.DEFAULT : ConflictResolutionPolicy.fromJson(conflicts),
                null);
    }

    ContainerProperties replace(ContainerProperties current) {
        if (!reader.text("id").equals(current.id())) {
            throw immutable("id");
        }
        JsonValue partitionKey = reader.find("partitionKey");
        if (partitionKey != null && !isSame(current.partitionKey(), partitionKey)) {
            throw immutable("partitionKey");
        }
        JsonValue uniqueKeys = reader.find("uniqueKeyPolicy");
        if (uniqueKeys != null && !UniqueKeyPolicy.fromJson(uniqueKeys).equals(current.uniqueKeyPolicy())) {
            throw immutable("uniqueKeyPolicy");
        }
        JsonValue conflicts = reader.find("conflictResolutionPolicy");
        if (conflicts != null
                && !ConflictResolutionPolicy.fromJson(conflicts).equals(current.conflictResolutionPolicy())) {
            throw immutable("conflictResolutionPolicy");
        }
        ClientEncryptionPolicy.checkUnchanged(current.keptPolicies(), KeptPolicies.of(body));
        IndexingPolicy indexing = indexingPolicy();
        return properties(
                current.id(),
                // The same object, so that whoever compares the two for every request is done at once.
                indexing.equals(current.indexingPolicy()) ? current.indexingPolicy() : indexing,
                current.partitionKey(),
                true,
                current.uniqueKeyPolicy(),
                current.conflictResolutionPolicy(),
                current.analyticalStorageTtlSeconds());
    }

    private IndexingPolicy indexingPolicy() {
        JsonValue indexing = reader.find("indexingPolicy");
        return indexing == null ? IndexingPolicy.DEFAULT : IndexingPolicy.fromJson(indexing);
    }

    private ContainerProperties properties(
            String id,
            IndexingPolicy indexing,
            PartitionKeyDefinition partitionKey,
            boolean nullTtlIsOff,
            UniqueKeyPolicy uniqueKeys,
            ConflictResolutionPolicy conflicts,
            @Nullable Integer omittedAnalyticalSeconds) {
        JsonValue geospatial = reader.find("geospatialConfig");
        JsonValue analytical = reader.find("analyticalStorageTtl");
        String ttlPath = reader.findText("ttlPropertyPath");
        return new ContainerProperties(
                id,
                indexing,
                partitionKey,
                TimeToLive.containerDefault(body.get("defaultTtl"), nullTtlIsOff),
                ttlPath == null ? null : DocumentPath.parse(ttlPath),
                uniqueKeys,
                conflicts,
                geospatial == null ? GeospatialType.GEOGRAPHY : GeospatialType.fromJson(geospatial),
                analytical == null ? omittedAnalyticalSeconds : analyticalSeconds(analytical),
                KeptPolicies.of(body));
    }

    private PartitionKeyDefinition partitionKey() {
        JsonValue definition = reader.find("partitionKey");
        return definition == null
                ? PartitionKeyDefinition.SYSTEM
                : PartitionKeyDefinition.fromJson(
                        PolicyReader.of("partitionKey", definition).json());
    }

    /** Zero switches the analytical store off; the other values are those of every time to live. */
    private static Integer analyticalSeconds(JsonValue value) {
        boolean off = value instanceof JsonNumber number && number.doubleValue() == 0;
        return off ? 0 : TimeToLive.seconds(value);
    }

    /** Compares with what is stored; a client that leaves out the kind or the version does not mean to change it. */
    private static boolean isSame(PartitionKeyDefinition current, JsonValue sent) {
        JsonObject complete = PolicyReader.of("partitionKey", sent).json();
        JsonObject stored = current.toJson().with("version", JsonNumber.of(current.version()));
        for (Map.Entry<String, JsonValue> member : stored.members().entrySet()) {
            JsonValue value = complete.get(member.getKey());
            if (value == null || value instanceof JsonNull) {
                complete = complete.with(member.getKey(), member.getValue());
            }
        }
        return PartitionKeyDefinition.fromJson(complete).isSameAs(current);
    }

    private static BadRequestException immutable(String name) {
        return new BadRequestException(
                "The value of '" + name + "' cannot be changed after the container was created.");
    }
}
