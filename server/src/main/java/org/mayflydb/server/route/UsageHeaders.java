package org.mayflydb.server.route;

import org.jspecify.annotations.Nullable;
import org.mayflydb.item.expiry.Usage;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireResponse;

/** Says how much a container may have, and has. */
final class UsageHeaders {
    private static final long KILOBYTE = 1024;

    private static final String QUOTA = "functions=25;storedProcedures=100;triggers=25;documentSize=10240;"
            + "documentsSize=10485760;documentsCount=-1;collectionSize=10485760;";

    /** The newest text. While a container is only read, every response has the same. */
    private static volatile Text last = new Text(new Usage(0, 0), text(new Usage(0, 0)));

    private record Text(Usage usage, String value) {}

    private UsageHeaders() {}

    /** Adds nothing if the usage is not known. */
    static WireResponse add(WireResponse response, @Nullable Usage usage) {
        if (usage == null) {
            return response;
        }
        Text known = last;
        if (!known.usage.equals(usage)) {
            known = new Text(usage, text(usage));
            last = known;
        }
        return response.header(WireHeaders.RESOURCE_QUOTA, QUOTA).header(WireHeaders.RESOURCE_USAGE, known.value);
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
