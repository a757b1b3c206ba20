package org.mayflydb.ttl;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.base.Invariant;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.KeyDigest;
import org.mayflydb.key.KeyMatcher;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyDefinition;

/**
 * An item as storage holds it: what must be known to decide about it, and its JSON, which only {@link ExpiryRule} may
 * give away. The layout of the value is in {@code docs/KEYSPACE.md}.
 */
public final class StoredItem {
    private static final byte FORMAT = 1;
    private static final int HEADER_BYTES = 36;

    private final byte[] value;
    private final Lifetime lifetime;
    private final long timestamp;
    private final ItemVersion version;
    private final long documentNumber;

    private StoredItem(byte[] value) {
        ByteBuffer header = ByteBuffer.wrap(value);
        if (value.length < HEADER_BYTES || header.get() != FORMAT) {
            throw new CorruptStoreException("An item record of " + value.length + " bytes has no known format");
        }
        byte kindNumber = header.get();
        Lifetime.Kind kind = Lifetime.Kind.ofNumber(kindNumber)
                .orElseThrow(() -> new CorruptStoreException("An item record has the unknown ttl kind " + kindNumber));
        int seconds = header.getInt();
        this.lifetime = switch (kind) {
            case INHERIT -> Lifetime.INHERIT;
            case NEVER -> Lifetime.NEVER;
            case SECONDS -> Lifetime.ofSeconds(seconds);
        };
        this.timestamp = header.getLong();
        long lsn = header.getLong();
        short ordinal = header.getShort();
        int origin = header.getInt();
        this.version = new ItemVersion(origin, lsn, ordinal);
        this.documentNumber = header.getLong();
        this.value = value;
    }

    /** The item that {@code value} holds. The array is kept. */
    public static StoredItem decode(byte[] value) {
        return new StoredItem(value);
    }

    /**
     * The bytes to store for an item.
     *
     * @param documentNumber what makes its resource id; kept for as long as the item exists
     * @param content the beginning of its JSON text; its position stays as it is
     * @param tail the rest of its JSON text
     */
    public static byte[] encode(
            Lifetime lifetime,
            long timestamp,
            ItemVersion version,
            long documentNumber,
            ByteBuffer content,
            byte[] tail) {
        ByteBuffer value = ByteBuffer.allocate(HEADER_BYTES + content.remaining() + tail.length)
                .put(FORMAT)
                .put(lifetime.kind().number())
                .putInt(lifetime.seconds())
                .putLong(timestamp)
                .putLong(version.lsn())
                .putShort(version.ordinal())
                .putInt(version.origin())
                .putLong(documentNumber);
        Invariant.check(value.position() == HEADER_BYTES, "the header has its length");
        return value.put(content.duplicate()).put(tail).array();
    }

    public Lifetime lifetime() {
        return lifetime;
    }

    /** The second of the last write: {@code _ts}. */
    public long timestamp() {
        return timestamp;
    }

    public ItemVersion version() {
        return version;
    }

    /** What its resource id is made of; see {@link org.mayflydb.key.DocumentNumbers}. */
    public long documentNumber() {
        return documentNumber;
    }

    /** The length of its JSON text in bytes. */
    public int size() {
        return value.length - HEADER_BYTES;
    }

    /** Its partition key, read from the JSON. */
    PartitionKey partitionKey(PartitionKeyDefinition definition) {
        return PartitionKey.from(definition, (JsonObject) JsonValue.parse(json()));
    }

    /** The digest of its partition key, computed if the record does not contain it. */
    public KeyDigest keyDigest(PartitionKeyDefinition definition) {
        return KeyDigest.of(partitionKey(definition));
    }

    /** Whether it has this partition key, and not another with the same hash. */
    public boolean has(KeyMatcher key) {
        return key.holds(value, HEADER_BYTES);
    }

    /**
     * The JSON text for whoever takes the item apart rather than showing it: maintenance of what hangs on it (unique
     * values, index terms), and the checker. Never an answer to a reader.
     */
    public byte[] jsonForMaintenance() {
        return json();
    }

    String jsonText() {
        return new String(value, HEADER_BYTES, size(), StandardCharsets.UTF_8);
    }

    byte[] json() {
        return Arrays.copyOfRange(value, HEADER_BYTES, value.length);
    }
}
