package org.mayflydb.catalog;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.charge.Throughput;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.ResourceId;
import org.mayflydb.partition.FormerRange;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.ttl.ContainerTtl;

/**
 * A container.
 *
 * @param number counted within its database
 * @param offer its throughput; null if it has a share of its database's
 * @param formerRanges those of earlier containers of its name, without the ids that its own partitions use
 */
public record ContainerRecord(
        DatabaseRecord database,
        int number,
        ContainerProperties properties,
        @Nullable Offer offer,
        List<PartitionSpec> partitions,
        List<FormerRange> formerRanges,
        long timestamp,
        String etag) {

    /** A physical partition serves this many request units per second. */
    public static final int PARTITION_THROUGHPUT_MAX = 10_000;

    /** What a partition of a new container has at most, unless halving the key space yields as many full ones as are needed. */
    private static final int FIRST_PARTITION_THROUGHPUT = 6_000;

    public ContainerRecord {
        partitions = List.copyOf(partitions);
        formerRanges = List.copyOf(formerRanges);
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
        return new ContainerRecord(
                database, number, newProperties, offer, partitions, formerRanges, newTimestamp, newEtag);
    }

    /** How many partitions its own throughput asks for; that of its database counts only when the container is created. */
    public int partitionsWanted() {
        return offer == null ? 1 : partitionsWanted(offer.throughput());
    }

    static int partitionsWanted(Throughput throughput) {
        return ceilDiv(throughput.unitsMax(), PARTITION_THROUGHPUT_MAX);
    }

    /** How many partitions a new container of this throughput has; autoscale counts its maximum. */
    static int partitionsAtFirst(Throughput throughput) {
        int units = throughput.unitsMax();
        int full = partitionsWanted(throughput);
        boolean halved = units % PARTITION_THROUGHPUT_MAX == 0 && Integer.bitCount(full) == 1;
        return full == 1 || halved || throughput.autoscale() ? full : ceilDiv(units, FIRST_PARTITION_THROUGHPUT);
    }

    private static int ceilDiv(int dividend, int divisor) {
        return -Math.floorDiv(-dividend, divisor);
    }

    /** The range that an id stood for in an earlier container of this name; null if no such range is known. */
    public @Nullable EpkRange formerRange(int rangeId) {
        for (FormerRange former : formerRanges) {
            if (former.rangeId() == rangeId) {
                return former.range();
            }
        }
        return null;
    }

    /** The range that an id stood for until its partition was split; null if no such range is known. */
    @Nullable
    EpkRange ancestorRange(int rangeId) {
        EpkRange parent = null;
        for (PartitionSpec partition : partitions) {
            if (partition.ancestors().stream().anyMatch(ancestor -> ancestor.rangeId() == rangeId)) {
                parent = parent == null ? partition.range() : parent.hull(partition.range());
            }
        }
        return parent;
    }

    /** Greater than every range id that clients may know for this container's name. */
    int nextRangeId() {
        int last = -1;
        for (PartitionSpec partition : partitions) {
            last = Math.max(last, partition.rangeId());
        }
        for (FormerRange former : formerRanges) {
            last = Math.max(last, former.rangeId());
        }
        return last + 1;
    }

    ContainerRecord with(List<PartitionSpec> newPartitions) {
        return new ContainerRecord(database, number, properties, offer, newPartitions, formerRanges, timestamp, etag);
    }

    /** The container of a database that has changed. */
    ContainerRecord in(DatabaseRecord newDatabase) {
        return new ContainerRecord(newDatabase, number, properties, offer, partitions, formerRanges, timestamp, etag);
    }

    ContainerRecord withOffer(Offer newOffer) {
        return new ContainerRecord(database, number, properties, newOffer, partitions, formerRanges, timestamp, etag);
    }

    /** The names of a container and its database as one; neither contains a slash. */
    public String path() {
        return path(database.id(), id());
    }

    public static String path(String database, String container) {
        return database + "/" + container;
    }
}
