package org.mayflydb.catalog;

import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonObject;
import org.mayflydb.key.DocumentPath;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.ttl.ContainerTtl;

/**
 * Everything that a client decides about a container.
 *
 * @param defaultTtlSeconds for items without a lifetime of their own; {@link TimeToLive#FOREVER} if those live on; null if
 *     time to live is off and nothing expires
 * @param ttlPropertyPath where items carry the second that their lifetime counts from, if it is not their last write
 * @param analyticalStorageTtlSeconds kept and given back
 * @param keptPolicies members that are kept as they were sent
 */
public record ContainerProperties(
        String id,
        IndexingPolicy indexingPolicy,
        PartitionKeyDefinition partitionKey,
        @Nullable Integer defaultTtlSeconds,
        @Nullable DocumentPath ttlPropertyPath,
        UniqueKeyPolicy uniqueKeyPolicy,
        ConflictResolutionPolicy conflictResolutionPolicy,
        GeospatialType geospatialType,
        @Nullable Integer analyticalStorageTtlSeconds,
        JsonObject keptPolicies) {

    public ContainerProperties {
        if (defaultTtlSeconds != null && indexingPolicy.mode() == IndexingPolicy.Mode.NONE) {
            throw new BadRequestException(
                    "Indexing mode value cannot be 'none' when 'defaultTtl' is specified in the collection");
        }
        if (defaultTtlSeconds == null && ttlPropertyPath != null) {
            throw new BadRequestException("The value of 'ttlPropertyPath' is invalid: it needs a 'defaultTtl'.");
        }
    }

    /** Checks and completes the body of a create. */
    public static ContainerProperties create(JsonObject body, TimeToLive.NullPolicy nullTtl) {
        ContainerProperties created = new ContainerBody(body).create(nullTtl);
        SpatialIndexes.check(body, created.geospatialType);
        return created;
    }

    /** Reads what {@link #toJson} has written, possibly in an earlier release that checked less. */
    static ContainerProperties stored(JsonObject json) {
        return new ContainerBody(json).create(TimeToLive.NullPolicy.OFF);
    }

    /**
     * Checks and completes the body of a replace, which is whole and no merge: what it omits goes back to its default,
     * except for what can never change and for the analytical lifetime.
     */
    public static ContainerProperties replace(ContainerProperties current, JsonObject body) {
        ContainerProperties replaced = new ContainerBody(body).replace(current);
        boolean sameIndexes = replaced.geospatialType == current.geospatialType
                && replaced.indexingPolicy.spatialIndexes().equals(current.indexingPolicy.spatialIndexes());
        if (!sameIndexes) {
            SpatialIndexes.check(body, replaced.geospatialType);
        }
        return replaced;
    }

    /** What they say about time to live. */
    public ContainerTtl ttl() {
        return ContainerTtl.of(defaultTtlSeconds, ttlPropertyPath);
    }

    /** The members as clients get them, without the system properties. */
    public JsonObject toJson() {
        JsonObject.Builder json = JsonObject.builder()
                .put("id", id)
                .put("indexingPolicy", indexingPolicy.toJson())
                .put("partitionKey", partitionKey.toJson());
        if (defaultTtlSeconds != null) {
            json.put("defaultTtl", defaultTtlSeconds);
        }
        if (ttlPropertyPath != null) {
            json.put("ttlPropertyPath", ttlPropertyPath.toString());
        }
        json.put("uniqueKeyPolicy", uniqueKeyPolicy.toJson())
                .put("conflictResolutionPolicy", conflictResolutionPolicy.toJson())
                .put("geospatialConfig", geospatialType.toJson());
        if (analyticalStorageTtlSeconds != null) {
            json.put("analyticalStorageTtl", analyticalStorageTtlSeconds);
        }
        keptPolicies.members().forEach(json::put);
        return json.build();
    }
}
