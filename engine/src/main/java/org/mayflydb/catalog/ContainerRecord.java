package org.mayflydb.catalog;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.charge.Throughput;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.key.ResourceId;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.ttl.ContainerTtl;

/**
 * A container.
 *
 * @param number counted within its database
 * @param offer its throughput; null if it has a share of its database's
 */
public record ContainerRecord(
        DatabaseRecord database,
        int number,
        ContainerProperties properties,
        @Nullable Offer offer,
        List<PartitionSpec> partitions,
        long timestamp,
        String etag) {

    /** A physical partition serves this many request units per second. */
    public static final int PARTITION_THROUGHPUT_MAX = 10_000;

    public ContainerRecord {
        partitions = List.copyOf(partitions);
    }

    public String id() {
        return properties.id();
    }

    public ResourceId rid() {
        return database.rid().container(number);
    }

    public ContainerTtl ttl() {
        return properties.ttl();
    }

    /** Its {@code _self}. */
    public String link() {
        return database.link() + "colls/" + rid() + "/";
    }

    /** The container as the service shows it, system properties included. */
    public JsonObject toJson() {
        JsonObject json = properties
                .toJson()
                .with("_rid", new JsonString(rid().toString()))
                .with("_ts", JsonNumber.of(timestamp))
                .with("_self", new JsonString(link()))
                .with("_etag", new JsonString(etag));
        for (String child : List.of("docs", "sprocs", "triggers", "udfs", "conflicts")) {
            json = json.with("_" + child, new JsonString(child + "/"));
        }
        return json;
    }

    ContainerRecord with(ContainerProperties newProperties, long newTimestamp, String newEtag) {
        return new ContainerRecord(database, number, newProperties, offer, partitions, newTimestamp, newEtag);
    }

    /** How many partitions its throughput asks for; a share of a database's asks for one. */
    public int partitionsWanted() {
        return offer == null ? 1 : partitionsWanted(offer.throughput());
    }

    static int partitionsWanted(Throughput throughput) {
        return Math.max(1, -Math.floorDiv(-throughput.unitsMax(), PARTITION_THROUGHPUT_MAX));
    }

    ContainerRecord with(List<PartitionSpec> newPartitions) {
        return new ContainerRecord(database, number, properties, offer, newPartitions, timestamp, etag);
    }

    /** The container of a database that has changed. */
    ContainerRecord in(DatabaseRecord newDatabase) {
        return new ContainerRecord(newDatabase, number, properties, offer, partitions, timestamp, etag);
    }

    ContainerRecord withOffer(Offer newOffer) {
        return new ContainerRecord(database, number, properties, newOffer, partitions, timestamp, etag);
    }
}
