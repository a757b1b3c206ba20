package org.mayflydb.item.write;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.TooLargeException;
import org.mayflydb.catalog.UniqueKeyPolicy;
import org.mayflydb.index.IndexRules;
import org.mayflydb.index.ItemTerms;
import org.mayflydb.index.TermCollector;
import org.mayflydb.item.record.UniqueDigest;
import org.mayflydb.item.record.UniqueValues;
import org.mayflydb.json.DuplicateNames;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonText;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.ItemId;
import org.mayflydb.key.KeyDigest;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyDefinition;

/**
 * An item as a caller sent it, validated and taken apart in one pass before any lock is taken.
 *
 * @param content the JSON as it will be stored, compact, without system properties and without its closing brace; member
 *     order and the text of every number and string are the caller's. Its position is not to be moved
 * @param keyDigest the digest of {@code partitionKey}
 * @param ttlText the JSON text of the member {@code ttl}, null if there is none; what it means depends on the container
 *     at the moment of the write
 * @param uniqueDigests see {@link UniqueValues}
 * @param terms what the index holds of it, by the rules that were in force when it was read
 * @param indexed false if the index is to hold nothing of it
 */
public record IncomingItem(
        ByteBuffer content,
        String id,
        PartitionKey partitionKey,
        KeyDigest keyDigest,
        @Nullable String ttlText,
        List<UniqueDigest> uniqueDigests,
        ItemTerms terms,
        boolean indexed) {

    /** The service's limit for the JSON of one item. */
    public static final int BYTES_MAX = 2 * 1024 * 1024;

    /**
     * Reads the item.
     *
     * @param ttlSeconds a lifetime to be written into the item in place of the one it may have; null to leave it
     */
    public static IncomingItem read(
            byte[] body,
            PartitionKeyDefinition partitionKey,
            UniqueKeyPolicy uniqueKeys,
            IndexRules rules,
            @Nullable Integer ttlSeconds) {
        if (body.length > BYTES_MAX) {
            throw TooLargeException.request();
        }
        byte[] json = JsonText.compact(body);
        try {
            return read(json, partitionKey, uniqueKeys, rules, ttlSeconds != null, ttlSeconds);
        } catch (BadRequestException refused) {
            // Azure accepts control characters in strings; only text that was refused is searched for them.
            byte[] escaped = JsonText.escapeControlCharacters(json);
            if (escaped == json || escaped.length > BYTES_MAX) {
                throw refused;
            }
            return read(escaped, partitionKey, uniqueKeys, rules, ttlSeconds != null, ttlSeconds);
        }
    }

    /**
     * Takes apart an item that was stored before, to write it again with another lifetime.
     *
     * @param ttlSeconds the lifetime to be written into the item; null for none, so that it inherits
     */
    public static IncomingItem again(
            byte[] json,
            PartitionKeyDefinition partitionKey,
            UniqueKeyPolicy uniqueKeys,
            IndexRules rules,
            @Nullable Integer ttlSeconds) {
        return read(json, partitionKey, uniqueKeys, rules, true, ttlSeconds);
    }

    private static IncomingItem read(
            byte[] json,
            PartitionKeyDefinition partitionKey,
            UniqueKeyPolicy uniqueKeys,
            IndexRules rules,
            boolean dropTtl,
            @Nullable Integer ttlSeconds) {
        try {
            return scan(json, partitionKey, uniqueKeys, rules, dropTtl, ttlSeconds);
        } catch (IOException malformed) {
            byte[] resolved = DuplicateNames.resolve(json);
            if (resolved == null) {
                throw JsonText.malformed(malformed);
            }
            try {
                return scan(resolved, partitionKey, uniqueKeys, rules, dropTtl, ttlSeconds);
            } catch (IOException stillMalformed) {
                throw JsonText.malformed(stillMalformed);
            }
        }
    }

    private static IncomingItem scan(
            byte[] json,
            PartitionKeyDefinition partitionKey,
            UniqueKeyPolicy uniqueKeys,
            IndexRules rules,
            boolean dropTtl,
            @Nullable Integer ttlSeconds)
            throws IOException {
        TermCollector collector = new TermCollector(rules);
        ItemScan scan = ItemScan.of(json, partitionKey.paths(), dropTtl, collector);
        if (ttlSeconds != null) {
            collector.member("ttl", ttlSeconds);
        }
        String id = scan.id();
        if (id == null) {
            throw new BadRequestException(
                    "The input content is invalid because the required properties - 'id; ' - are missing");
        }
        ItemId.check(id);
        // Only nested partition key paths and unique keys need the item as a tree.
        boolean needsTree = partitionKey.isNested() || !uniqueKeys.uniqueKeys().isEmpty();
        JsonObject tree = needsTree ? (JsonObject) JsonValue.parse(json) : null;
        PartitionKey key =
                tree == null ? PartitionKey.ofComponents(scan.keyComponents()) : PartitionKey.from(partitionKey, tree);
        return new IncomingItem(
                ttlSeconds == null ? scan.content() : withTtl(scan.content(), ttlSeconds),
                id,
                key,
                KeyDigest.of(key),
                ttlText(scan, dropTtl, ttlSeconds),
                tree == null ? List.of() : UniqueValues.digests(uniqueKeys, tree),
                collector.finish(),
                true);
    }

    /** The same item, indexed or not. */
    public IncomingItem withIndexed(boolean newIndexed) {
        return newIndexed == indexed
                ? this
                : new IncomingItem(content, id, partitionKey, keyDigest, ttlText, uniqueDigests, terms, newIndexed);
    }

    private static @Nullable String ttlText(ItemScan scan, boolean dropTtl, @Nullable Integer ttlSeconds) {
        if (ttlSeconds != null) {
            return ttlSeconds.toString();
        }
        return dropTtl ? null : scan.ttlText();
    }

    private static ByteBuffer withTtl(ByteBuffer content, int ttlSeconds) {
        byte[] member = (",\"ttl\":" + ttlSeconds).getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(content.remaining() + member.length)
                .put(content)
                .put(member)
                .flip();
    }
}
