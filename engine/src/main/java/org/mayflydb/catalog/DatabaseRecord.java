package org.mayflydb.catalog;

import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonObject;
import org.mayflydb.key.ResourceId;

/**
 * A database.
 *
 * @param lastContainer the newest number given to a container of this database; numbers are never used twice
 * @param offer the throughput that its containers share; null if there is none
 */
public record DatabaseRecord(
        String id,
        int number,
        long timestamp,
        String etag,
        int lastContainer,
        @Nullable Offer offer) {

    /** Leaves 4096 numbers between databases that are created one after the other, and half of all numbers at the end. */
    private static final int FIRST_NUMBERS = 0x3FFF_F000;

    /**
     * What the numbers of a new database's containers begin after. They differ between databases, because the Java client
     * keeps session tokens by the container's part of a resource id, and would send those of another database.
     */
    static int numberBeforeContainers(int databaseNumber) {
        return (Integer.reverse(databaseNumber) >>> 2) & FIRST_NUMBERS;
    }

    public ResourceId rid() {
        return ResourceId.database(number);
    }

    /** Its {@code _self}. */
    public String link() {
        return "dbs/" + rid() + "/";
    }

    /** The database as the service shows it. */
    public JsonObject toJson() {
        return JsonObject.builder()
                .put("id", id)
                .put("_rid", rid().toString())
                .put("_self", link())
                .put("_etag", etag)
                .put("_colls", "colls/")
                .put("_users", "users/")
                .put("_ts", timestamp)
                .build();
    }

    DatabaseRecord withContainer(int containerNumber) {
        return new DatabaseRecord(id, number, timestamp, etag, containerNumber, offer);
    }

    DatabaseRecord withOffer(Offer newOffer) {
        return new DatabaseRecord(id, number, timestamp, etag, lastContainer, newOffer);
    }
}
