package org.mayflydb.item.record;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.mayflydb.key.ResourceId;
import org.mayflydb.ttl.ItemVersion;

/** The members that the database itself adds to an item, in the order of the service. */
public final class SystemProperties {
    /** What clients send back from an earlier answer; it is dropped and written anew. */
    private static final Set<String> NAMES = Set.of("_rid", "_self", "_etag", "_attachments", "_ts");

    private static final byte[] RID = ascii(",\"_rid\":\"");
    private static final byte[] ETAG = ascii("/\",\"_etag\":\"\\\"");
    private static final byte[] ATTACHMENTS = ascii("\\\"\",\"_attachments\":\"attachments/\",\"_ts\":");

    private final ResourceId container;
    private final byte[] self;

    public SystemProperties(ResourceId database, ResourceId container) {
        this.container = container;
        this.self = ascii("\",\"_self\":\"dbs/" + database + "/colls/" + container + "/docs/");
    }

    /** Whether the database adds a member of this name. Few names begin like one, so most cost a glance. */
    public static boolean includes(String name) {
        return name.startsWith("_") && NAMES.contains(name);
    }

    /** The end of the item's JSON, from the comma after its last member to the closing brace. */
    public byte[] tail(long documentNumber, ItemVersion version, long timestamp) {
        byte[] rid = ascii(container.item(documentNumber).toString());
        byte[] etag = version.etagDigits();
        byte[] seconds = ascii(Long.toString(timestamp));
        int length = RID.length
                + self.length
                + 2 * rid.length
                + ETAG.length
                + etag.length
                + ATTACHMENTS.length
                + seconds.length;
        return ByteBuffer.allocate(length + 1)
                .put(RID)
                .put(rid)
                .put(self)
                .put(rid)
                .put(ETAG)
                .put(etag)
                .put(ATTACHMENTS)
                .put(seconds)
                .put((byte) '}')
                .array();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
