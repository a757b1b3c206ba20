package org.mayflydb.charge;

/**
 * What operations cost, in request units.
 *
 * <p>The anchors are the service's own: reading an item of 1 KB costs 1, of 100 KB about 10; writing 1 KB costs about 5
 * and a little for every value that is indexed; replacing is removing and adding. Charges are rounded to hundredths, as
 * they are sent.
 */
public final class RequestCharge {
    private static final double KILOBYTE = 1024;
    private static final double READ_BASE = 1;
    private static final double READ_PER_KILOBYTE = 9.0 / 99;
    private static final double WRITE_BASE = 4.95;
    private static final double WRITE_PER_KILOBYTE = 0.43;
    private static final double WRITE_PER_TERM = 0.1;
    private static final double LIST_BASE = 2;
    private static final double QUERY_BASE = 2.3;

    /** Reading, changing or listing databases, containers and the like. */
    public static final double METADATA = 1;

    /** Changing databases, containers and the like. */
    public static final double METADATA_WRITE = 4.95;

    private RequestCharge() {}

    /** A point read of an item of so many bytes; of none if there is no such item. */
    public static double read(int bytes) {
        return hundredths(READ_BASE + READ_PER_KILOBYTE * kilobytesBeyondTheFirst(bytes));
    }

    /** Removing an item of so many bytes, whatever is indexed of it. */
    public static double delete(int bytes) {
        return write(bytes, 0);
    }

    /** Adding an item of so many bytes with so many indexed values. */
    public static double write(int bytes, int terms) {
        return hundredths(WRITE_BASE + WRITE_PER_KILOBYTE * kilobytesBeyondTheFirst(bytes) + WRITE_PER_TERM * terms);
    }

    /** Replacing one item by another. */
    public static double replace(int oldBytes, int newBytes, int terms) {
        return hundredths(write(oldBytes, 0) + write(newBytes, terms));
    }

    /** Listing items of so many bytes altogether. */
    public static double list(int items, long bytes) {
        return hundredths(LIST_BASE + 0.05 * items + READ_PER_KILOBYTE * (bytes / KILOBYTE));
    }

    /** A page of a query that looked at so many index entries and read so many items of so many bytes altogether. */
    public static double query(long entries, long items, long bytes) {
        return hundredths(QUERY_BASE + 0.0005 * entries + 0.05 * items + READ_PER_KILOBYTE * (bytes / KILOBYTE) / 2);
    }

    private static double kilobytesBeyondTheFirst(int bytes) {
        return Math.max(0, bytes / KILOBYTE - 1);
    }

    private static double hundredths(double units) {
        return Math.rint(units * 100) / 100;
    }
}
