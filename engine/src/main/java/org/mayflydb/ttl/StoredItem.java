package org.mayflydb.ttl;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
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
    private static final byte FORMAT_1 = 1;
    private static final byte FORMAT_2 = 2;
    private static final int HEADER_1_BYTES = 36;
    private static final int DIGEST_OFFSET = 39;
    private static final int HEADER_2_BYTES = DIGEST_OFFSET + KeyDigest.BYTES;
    private static final int FLAGS_OFFSET = 1;
    private static final byte NO_FLAGS = 0;
    private static final byte NOT_INDEXED = 1;
    private static final short NO_REGION = 0;
    private static final long MILLIS_PER_SECOND = 1000;

    private final byte[] value;
    private final int headerBytes;
    private final Lifetime lifetime;
    private final long timestamp;
    private final long writeTime;
    private final ItemVersion version;
    private final long documentNumber;
    private final boolean indexed;

    private StoredItem(byte[] value) {
        ByteBuffer header = ByteBuffer.wrap(value);
        byte format = value.length == 0 ? 0 : header.get();
        this.headerBytes = format == FORMAT_1 ? HEADER_1_BYTES : HEADER_2_BYTES;
        if (value.length < headerBytes || (format != FORMAT_1 && format != FORMAT_2)) {
            throw new CorruptStoreException("An item record of " + value.length + " bytes has no known format");
        }
        byte flags = format == FORMAT_1 ? NO_FLAGS : header.get();
        if (flags != NO_FLAGS && flags != NOT_INDEXED) {
            throw new CorruptStoreException("An item record has flags that this version does not know");
        }
        byte kindNumber = header.get();
        Lifetime.Kind kind = Lifetime.Kind.ofNumber(kindNumber)
                .orElseThrow(() -> new CorruptStoreException("An item record has the unknown ttl kind " + kindNumber));
        int seconds = header.getInt();
        if (kind == Lifetime.Kind.SECONDS && seconds <= 0) {
            throw new CorruptStoreException("An item record has a ttl of " + seconds + " seconds");
        }
        this.lifetime = switch (kind) {
            case INHERIT -> Lifetime.INHERIT;
            case NEVER -> Lifetime.NEVER;
            case SECONDS -> Lifetime.ofSeconds(seconds);
        };
        long time = header.getLong();
        this.writeTime = format == FORMAT_1 ? time * MILLIS_PER_SECOND : time;
        this.timestamp = format == FORMAT_1 ? time : Math.floorDiv(time, MILLIS_PER_SECOND);
        long lsn = header.getLong();
        short ordinal = header.getShort();
        if (format == FORMAT_2 && header.getShort() != NO_REGION) {
            throw new CorruptStoreException("An item record is of a region, which this version does not know");
        }
        int origin = header.getInt();
        this.version = new ItemVersion(origin, lsn, ordinal);
        this.documentNumber = header.getLong();
        this.indexed = flags == NO_FLAGS;
        this.value = value;
    }

    /** The item that {@code value} holds. The array is kept. */
    public static StoredItem decode(byte[] value) {
        return new StoredItem(value);
    }

    /**
     * The bytes to store for an item.
     *
     * @param writeTime in milliseconds; its second is {@code _ts}
     * @param documentNumber what makes its resource id; kept for as long as the item exists
     * @param keyDigest the digest of its partition key
     * @param content the beginning of its JSON text; its position stays as it is
     * @param tail the rest of its JSON text
     */
    public static byte[] encode(
            Lifetime lifetime,
            long writeTime,
            ItemVersion version,
            long documentNumber,
            KeyDigest keyDigest,
            ByteBuffer content,
            byte[] tail) {
        ByteBuffer value = ByteBuffer.allocate(HEADER_2_BYTES + content.remaining() + tail.length)
                .put(FORMAT_2)
                .put(NO_FLAGS)
                .put(lifetime.kind().number())
                .putInt(lifetime.seconds())
                .putLong(writeTime)
                .putLong(version.lsn())
                .putShort(version.ordinal())
                .putShort(NO_REGION)
                .putInt(version.origin())
                .putLong(documentNumber)
                .put(keyDigest.bytes());
        Invariant.check(value.position() == HEADER_2_BYTES, "the header has its length");
        return value.put(content.duplicate()).put(tail).array();
    }

    /** Marks the bytes that {@link #encode} returned: the item has no index entries, whatever the policy. */
    public static void markNotIndexed(byte[] value) {
        value[FLAGS_OFFSET] = NOT_INDEXED;
    }

    /** Returns false if the writer has excluded the item from the index. */
    public boolean isIndexed() {
        return indexed;
    }

    public Lifetime lifetime() {
        return lifetime;
    }

    /** The second of the last write: {@code _ts}. */
    public long timestamp() {
        return timestamp;
    }

    /** The time of the last write in milliseconds; records of format 1 know only its second. */
    public long writeTime() {
        return writeTime;
    }

    /** The digest of its partition key; null in a record of format 1, whose key only the JSON tells. */
    public @Nullable KeyDigest keyDigest() {
        return hasKeyDigest() ? KeyDigest.wrap(Arrays.copyOfRange(value, DIGEST_OFFSET, HEADER_2_BYTES)) : null;
    }

    /** The digest of its partition key; computed if the record is of format 1. */
    public KeyDigest keyDigest(PartitionKeyDefinition definition) {
        KeyDigest stored = keyDigest();
        return stored == null ? KeyDigest.of(partitionKey(definition)) : stored;
    }

    private boolean hasKeyDigest() {
        return headerBytes == HEADER_2_BYTES;
    }

    /** Its partition key, read from the JSON. */
    PartitionKey partitionKey(PartitionKeyDefinition definition) {
        return PartitionKey.from(definition, (JsonObject) JsonValue.parse(json()));
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
        return value.length - headerBytes;
    }

    /** Whether it has this partition key, and not another with the same hash. */
    public boolean has(KeyMatcher key) {
        boolean byDigest = hasKeyDigest() && key.isComplete() && !key.isDecidedByHash();
        return byDigest ? key.digest().isAt(value, DIGEST_OFFSET) : key.holds(value, headerBytes);
    }

    /**
     * The JSON text for whoever takes the item apart rather than showing it: maintenance of what hangs on it (unique
     * values, index terms), and the checker. Never an answer to a reader.
     */
    public byte[] jsonForMaintenance() {
        return json();
    }

    String jsonText() {
        return new String(value, headerBytes, size(), StandardCharsets.UTF_8);
    }

    byte[] json() {
        return Arrays.copyOfRange(value, headerBytes, value.length);
    }
}
