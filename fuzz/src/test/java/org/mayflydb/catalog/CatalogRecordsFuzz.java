package org.mayflydb.catalog;

import java.util.Arrays;
import java.util.function.Function;
import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.Decoded;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.fuzz.Parts;
import org.mayflydb.key.ResourceId;

/** A record of the catalog is read as it was written, or reported as damaged. The first byte selects its kind. */
public final class CatalogRecordsFuzz implements FuzzTarget {
    private static final DatabaseRecord DATABASE = new DatabaseRecord("d", 1, 0, "e", 0, null);
    private static final ResourceId USER = ResourceId.database(1).user(1);
    private static final ResourceId PERMISSION = USER.permission(1);

    @Override
    public String name() {
        return "catalog-records";
    }

    @Override
    public long allocatedBytesMax(int inputBytes) {
        return (8L << 20) + 4096L * inputBytes;
    }

    @Override
    public void run(byte[] input) {
        byte[] value = Parts.rest(input);
        switch (Parts.choice(input, 8)) {
            case 0 -> roundTrip(value, CatalogCodec::decodeDatabase, CatalogCodec::encode);
            case 1 -> roundTrip(value, each -> CatalogCodec.decodeContainer(DATABASE, each), CatalogCodec::encode);
            case 2 -> roundTrip(value, each -> UserCodec.decodeUser(USER, each), UserCodec::encode);
            case 3 -> roundTrip(value, each -> UserCodec.decodePermission(PERMISSION, each), UserCodec::encode);
            case 4 -> roundTrip(value, CatalogCodec.Counters::decode, CatalogCodec.Counters::encode);
            case 5 -> roundTrip(value, FormerContainer::decode, FormerContainer::encode);
            case 6 -> roundTrip(value, DeletedPartition::decode, DeletedPartition::encode);
            default -> roundTrip(value, CatalogVersion::decode, CatalogVersion::encode);
        }
    }

    private static <T> void roundTrip(byte[] value, Function<byte[], T> decoder, Function<T, byte[]> encoder) {
        T decoded = Decoded.fromStore(() -> decoder.apply(value));
        if (decoded != null) {
            byte[] encoded = encoder.apply(decoded);
            Claim.holds(Arrays.equals(encoded, encoder.apply(decoder.apply(encoded))), "written and read again");
        }
    }
}
