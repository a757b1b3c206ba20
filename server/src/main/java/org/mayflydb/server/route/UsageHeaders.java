package org.mayflydb.server.route;

import org.jspecify.annotations.Nullable;
import org.mayflydb.base.RecentValues;
import org.mayflydb.item.expiry.Usage;
import org.mayflydb.server.protocol.SharedHeaders;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireResponse;

/** Says how much a container may have, and has. */
final class UsageHeaders {
    private static final long KILOBYTE = 1024;

    private static final String QUOTA = "functions=25;storedProcedures=100;triggers=25;documentSize=10240;"
            + "documentsSize=10485760;documentsCount=-1;collectionSize=10485760;";

    /** While a container is only read, every response has the same. */
    private static final RecentValues<Usage, SharedHeaders> OF_USAGES = RecentValues.byEquality(
            usage -> Long.hashCode(usage.bytes()),
            usage -> SharedHeaders.of(WireHeaders.RESOURCE_QUOTA, QUOTA, WireHeaders.RESOURCE_USAGE, text(usage)));

    private UsageHeaders() {}

    /** Adds nothing if the usage is not known. */
    static WireResponse add(WireResponse response, @Nullable Usage usage) {
        return usage == null ? response : response.headers(OF_USAGES.of(usage));
    }

    static long kilobytes(Usage usage) {
        return -Math.floorDiv(-usage.bytes(), KILOBYTE);
    }

    private static String text(Usage usage) {
        long kilobytes = kilobytes(usage);
        return "functions=0;storedProcedures=0;triggers=0;documentSize=0;documentsSize=" + kilobytes
                + ";documentsCount=" + usage.items() + ";collectionSize=" + kilobytes + ";";
    }
}
