package org.mayflydb.server.route;

import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.key.ResourceId;

/**
 * The path of an address in direct mode. Clients send it back with every request, so it says which partition they mean. It
 * is made of numbers that a container keeps for life: the paths that a client remembers survive a restart.
 *
 * @param database number of the database; 0, like the container, for the partition of the account's own resources
 * @param rangeId of the partition within its container
 */
record ReplicaPath(int database, int container, int rangeId) {
    /** Where databases, the lists of containers, users and permissions are. */
    static final ReplicaPath MASTER = new ReplicaPath(0, 0, 0);

    /** What no address begins with. */
    static final ReplicaPath UNKNOWN = new ReplicaPath(-1, -1, -1);

    private static final String PREFIX = "/apps/mayfly/services/";
    private static final String MASTER_PREFIX = PREFIX + "account/partitions/M/replicas/";
    private static final String PARTITION = "/partitions/";
    private static final int NUMBER_DIGITS = 8;

    static ReplicaPath of(ContainerRecord container, int rangeId) {
        ResourceId rid = container.rid();
        return new ReplicaPath(rid.database(), rid.owned(), rangeId);
    }

    /** Reads what a client sends back; {@link #UNKNOWN} if it is nothing that this server gives out. */
    static ReplicaPath parse(String text) {
        if (text.startsWith(MASTER_PREFIX)) {
            return MASTER;
        }
        int container = PREFIX.length() + NUMBER_DIGITS;
        int end = container + NUMBER_DIGITS;
        int range = end + PARTITION.length();
        int rangeEnd = text.indexOf('/', range);
        if (!text.startsWith(PREFIX) || !text.startsWith(PARTITION, end) || rangeEnd < 0) {
            return UNKNOWN;
        }
        try {
            return new ReplicaPath(
                    HexFormat.fromHexDigits(text, PREFIX.length(), container),
                    HexFormat.fromHexDigits(text, container, end),
                    Integer.parseInt(text, range, rangeEnd, 10));
        } catch (IllegalArgumentException notNumbers) {
            return UNKNOWN;
        }
    }

    boolean isMaster() {
        return equals(MASTER);
    }

    /** Whether the partition belongs to this very container, and not to an earlier one of the same name. */
    boolean isOf(ContainerRecord candidate) {
        ResourceId rid = candidate.rid();
        return rid.database() == database && rid.owned() == container;
    }

    /** The container that the partition belongs to; null if no container has these numbers. */
    @Nullable
    ResourceId containerId() {
        return database == 0 || container >= 0
                ? null
                : new ResourceId(ResourceId.Kind.CONTAINER, database, container, 0);
    }

    /** @param replica such as {@code 1p}: its number, and whether it is primary or secondary */
    String text(String replica) {
        return isMaster()
                ? MASTER_PREFIX + replica
                : String.format(
                        Locale.ROOT,
                        "/apps/mayfly/services/%08x%08x/partitions/%d/replicas/%s",
                        database,
                        container,
                        rangeId,
                        replica);
    }
}
