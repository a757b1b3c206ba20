package org.mayflydb.charge;

/**
 * What operations cost, in request units.
 *
 * <p>The anchors are published for Azure Cosmos DB, or asserted by its clients' tests: reading an item of 1 KB costs 1, of
 * 100 KB about 10; creating 1 KB without an index about 5, 100 KB about 50, three short strings with the default index
 * 6.29. Replacing costs about twice as much as creating, less where indexed values stay the same. Charges are rounded to
 * hundredths, as they are sent.
 */
public final class RequestCharge {
    private static final double KILOBYTE = 1024;
    private static final double READ_BASE = 1;
    private static final double READ_PER_KILOBYTE = 9.0 / 99;
    private static final double WRITE_BASE = 4.95;
    private static final double WRITE_PER_KILOBYTE = 0.43;
    private static final double WRITE_PER_VALUE = 0.335;
    private static final double LIST_BASE = 2;
    private static final double QUERY_BASE = 2.3;
    private static final double QUERY_SORTED = 0.4;

    /** Reading, changing or listing databases, containers and the like. */
    public static final double METADATA = 1;

    /** Changing databases, containers and the like. */
    public static final double METADATA_WRITE = 4.95;

    private RequestCharge() {}

    /** A point read of an item of so many bytes; of none if there is no such item. */
    public static double read(int bytes) {
        return hundredths(READ_BASE + READ_PER_KILOBYTE * kilobytesBeyondTheFirst(bytes));
    }

    /** Adding or removing an item of so many bytes with so many indexed values. */
    public static double write(int bytes, int values) {
        return hundredths(withoutIndex(bytes) + WRITE_PER_VALUE * values);
    }

    /**
     * Replacing one item by another.
     *
     * @param values how many indexed values are added or removed; one that changes counts twice
     */
    public static double replace(int oldBytes, int newBytes, int values) {
        return hundredths(withoutIndex(oldBytes) + withoutIndex(newBytes) + WRITE_PER_VALUE * values);
    }

    private static double withoutIndex(int bytes) {
        return WRITE_BASE + WRITE_PER_KILOBYTE * kilobytesBeyondTheFirst(bytes);
    }

    /** Listing items of so many bytes altogether. */
    public static double list(int items, long bytes) {
        return hundredths(LIST_BASE + 0.05 * items + READ_PER_KILOBYTE * (bytes / KILOBYTE));
    }

    /**
     * A page of a query that looked at so many index entries and read so many items of so many bytes altogether.
     *
     * @param sorted whether it has an ORDER BY
     */
    public static double query(boolean sorted, long entries, long items, long bytes) {
        double base = QUERY_BASE + (sorted ? QUERY_SORTED : 0);
        return hundredths(base + 0.0005 * entries + 0.05 * items + READ_PER_KILOBYTE * (bytes / KILOBYTE) / 2);
    }

    private static double kilobytesBeyondTheFirst(int bytes) {
        return Math.max(0, bytes / KILOBYTE - 1);
    }

    private static double hundredths(double units) {
        return Math.rint(units * 100) / 100;
    }
}
