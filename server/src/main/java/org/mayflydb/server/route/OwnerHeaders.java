package org.mayflydb.server.route;

import java.nio.charset.StandardCharsets;
import org.mayflydb.base.RecentValues;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.catalog.DatabaseRecord;
import org.mayflydb.server.protocol.SharedHeaders;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireResponse;

/** The headers by which clients file a session token under the name and the resource id of what owns a resource. */
final class OwnerHeaders {
    private static final RecentValues<ContainerRecord, SharedHeaders> OF_CONTAINERS =
            RecentValues.byIdentity(ContainerRecord::number, OwnerHeaders::headers);

    private OwnerHeaders() {}

    /** For a container: it is owned by a database. */
    static WireResponse add(WireResponse response, DatabaseRecord owner) {
        return response.header(WireHeaders.ALT_CONTENT_PATH, ascii("dbs/" + owner.id()))
                .header(WireHeaders.CONTENT_PATH, owner.rid().toString());
    }

    /** For what is in a container. */
    static WireResponse add(WireResponse response, ContainerRecord owner) {
        return response.headers(OF_CONTAINERS.of(owner));
    }

    private static SharedHeaders headers(ContainerRecord owner) {
        return SharedHeaders.of(
                WireHeaders.ALT_CONTENT_PATH,
                ascii("dbs/" + owner.database().id() + "/colls/" + owner.id()),
                WireHeaders.CONTENT_PATH,
                owner.rid().toString());
    }

    /** Headers are ASCII; everything else is percent-encoded. */
    private static String ascii(String text) {
        boolean plain = text.chars().allMatch(c -> c > 0x1F && c < 0x7F);
        if (plain) {
            return text;
        }
        StringBuilder encoded = new StringBuilder();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            if (b > 0x1F && b < 0x7F) {
                encoded.append((char) b);
            } else {
                encoded.append('%')
                        .append(Character.toUpperCase(Character.forDigit(b >> 4 & 0xF, 16)))
                        .append(Character.toUpperCase(Character.forDigit(b & 0xF, 16)));
            }
        }
        return encoded.toString();
    }
}
