package org.mayflydb.server.route;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.catalog.DatabaseRecord;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireResponse;

/** The headers by which clients file a session token under the name and the resource id of what owns a resource. */
final class OwnerHeaders {
    /** The newest container's. Under load nearly every request is for the same one, and making the texts takes time. */
    private static volatile @Nullable Texts last;

    private record Texts(ContainerRecord owner, String path, String rid) {}

    private OwnerHeaders() {}

    /** For a container: it is owned by a database. */
    static WireResponse add(WireResponse response, DatabaseRecord owner) {
        return response.header(WireHeaders.ALT_CONTENT_PATH, ascii("dbs/" + owner.id()))
                .header(WireHeaders.CONTENT_PATH, owner.rid().toString());
    }

    /** For what is in a container. */
    static WireResponse add(WireResponse response, ContainerRecord owner) {
        Texts texts = texts(owner);
        return response.header(WireHeaders.ALT_CONTENT_PATH, texts.path).header(WireHeaders.CONTENT_PATH, texts.rid);
    }

    @SuppressWarnings("ReferenceEquality") // a container that has changed is another record
    private static Texts texts(ContainerRecord owner) {
        Texts known = last;
        if (known == null || known.owner != owner) {
            known = new Texts(
                    owner,
                    ascii("dbs/" + owner.database().id() + "/colls/" + owner.id()),
                    owner.rid().toString());
            last = known;
        }
        return known;
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
