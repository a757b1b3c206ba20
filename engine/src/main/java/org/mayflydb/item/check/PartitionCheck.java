package org.mayflydb.item.check;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.MayflyException;
import org.mayflydb.changelog.LogCheck;
import org.mayflydb.index.IndexCheck;
import org.mayflydb.item.expiry.DeletedKeys;
import org.mayflydb.item.record.ExpiryEntry;
import org.mayflydb.item.record.FeedEntry;
import org.mayflydb.item.record.ItemKeys;
import org.mayflydb.item.record.ItemLayout;
import org.mayflydb.item.record.Locator;
import org.mayflydb.item.record.UniqueDigest;
import org.mayflydb.item.record.UniqueValues;
import org.mayflydb.item.write.ItemEntries;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.DocumentNumbers;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.KeyDigest;
import org.mayflydb.key.Keyspace;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyHasher;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.ttl.KeyDeletion;
import org.mayflydb.ttl.Lifetime;
import org.mayflydb.ttl.StoredItem;

/**
 * Compares everything a partition holds with everything else it holds: each item with its record, feed entry, deadline,
 * unique values, entries in the index and record in the log; each of those with its item; the counters with the sum. Reads only, and must have the partition to
 * itself.
 */
public final class PartitionCheck {
    private final StorePartition store;
    private final PartitionSpec spec;
    private final ItemLayout layout;
    private final Consumer<String> findings;
    private final DocumentNumbers numbers;
    private final IndexCheck index;
    private final LogCheck log;
    private PartitionHead head = PartitionHead.EMPTY;
    private long items;
    private long bytes;
    private long feedTimestamp;

    private PartitionCheck(StorePartition store, PartitionSpec spec, ItemLayout layout, Consumer<String> findings) {
        this.store = store;
        this.spec = spec;
        this.layout = layout;
        this.findings = findings;
        this.numbers = new DocumentNumbers(layout.partitionKey(), spec.range());
        this.index = new IndexCheck(store, findings);
        this.log = new LogCheck(store, findings);
    }

    /** Checks one partition and returns the number of its items. */
    public static long run(StorePartition store, PartitionSpec spec, ItemLayout layout, Consumer<String> findings) {
        PartitionCheck check = new PartitionCheck(store, spec, layout, findings);
        check.run();
        return check.items;
    }

    private void run() {
        byte[] stored = store.get(PartitionHead.KEY);
        if (stored != null) {
            head = PartitionHead.decode(stored);
        }
        checkEach(Keyspace.ITEM, this::checkItem);
        checkEach(Keyspace.FEED, this::checkFeed);
        checkEach(Keyspace.EXPIRY, this::checkExpiry);
        checkEach(Keyspace.UNIQUE, this::checkUnique);
        log.checkRecords(head, this::lsnOf);
        checkEach(Keyspace.DELETED_KEY, this::checkDeletedKey);
        index.finish();
        expect(head.items() == items, "the head counts " + head.items() + " items, but there are " + items);
        expect(head.bytes() == bytes, "the head counts " + head.bytes() + " bytes of items, but there are " + bytes);
        checkNoStrangers();
    }

    private void checkEach(Keyspace keyspace, Consumer<KeyValue> check) {
        store.walk(KeyRange.prefix(keyspace.prefix()), entry -> {
            try {
                check.accept(entry);
            } catch (MayflyException | IllegalArgumentException | ClassCastException damaged) {
                findings.accept("an entry of " + keyspace + " cannot be read: " + damaged.getMessage());
            }
            return true;
        });
    }

    private void checkItem(KeyValue entry) {
        Locator locator = Locator.decode(layout.partitionKey(), ItemKeys.locatorOfItem(entry.key()));
        StoredItem item = StoredItem.decode(entry.value());
        items++;
        bytes += item.size();
        JsonObject json = (JsonObject) JsonValue.parse(item.jsonForMaintenance());
        checkContent(locator, item, json);
        long lsn = item.version().lsn();
        expect(lsn <= head.lastLsn(), locator + " has a sequence number beyond the head's");
        expect(item.timestamp() <= head.time().newest(), locator + " has a _ts beyond the head's");
        long running = DocumentNumbers.running(item.documentNumber());
        expect(running <= head.lastDocument(), locator + " has a document number beyond the head's");
        boolean ownNumber = numbers.number(locator.epk(layout.partitionKey()), running) == item.documentNumber();
        expect(ownNumber, locator + " has a document number of another partition key");
        index.checkItem(locator.toString(), entry.key(), item);
        log.checkItem(locator.toString(), lsn, locator.bytes(), item.jsonForMaintenance());
        FeedEntry feed = ItemEntries.feedEntry(locator, item);
        expect(isInFeed(feed), locator + " is not in the feed as it should be");
        boolean skipped = item.lifetime().kind() == Lifetime.Kind.INHERIT && lsn <= head.purgedLsn();
        expect(!skipped, locator + " inherits its lifetime but lies where the purge does not look any more");
        ExpiryEntry expiry = ItemEntries.expiryEntry(locator, item);
        if (expiry != null) {
            expect(
                    Arrays.equals(store.get(expiry.key()), expiry.value()),
                    locator + " has a lifetime of its own but no entry under its deadline");
            boolean skipsDeadline = expiry.deadline() < head.purgedDeadline()
                    || (expiry.deadline() == head.purgedDeadline() && lsn <= head.purgedDeadlineLsn());
            expect(!skipsDeadline, locator + " has a deadline where the purge does not look any more");
        }
        List<UniqueDigest> digests = UniqueValues.digests(layout.uniqueKeys(), json);
        for (int i = 0; i < digests.size(); i++) {
            int held = 0;
            for (byte[] values : digests.get(i).forms()) {
                byte[] plain = ItemKeys.unique(i, locator.prefix(), values);
                held += holds(plain, locator) + holds(ItemKeys.discriminated(plain, digest(item)), locator);
            }
            expect(held == 1, locator + " holds its unique value " + held + " times");
        }
        checkDiscriminator(locator, item);
    }

    private int holds(byte[] uniqueEntry, Locator locator) {
        return Arrays.equals(store.get(uniqueEntry), locator.suffix()) ? 1 : 0;
    }

    private KeyDigest digest(StoredItem item) {
        return item.keyDigest(layout.partitionKey());
    }

    /** An item of one partition key and id is stored once, and the head says if it may be at a discriminated locator. */
    private void checkDiscriminator(Locator locator, StoredItem item) {
        if (!locator.isDiscriminated()) {
            return;
        }
        KeyDigest digest = digest(item);
        expect(head.collisions(), locator + " has a discriminated locator, but the head has no collision mark");
        expect(digest.equals(locator.keyDigest()), locator + " has the locator of another partition key");
        StoredItem plain = find(locator.sibling(locator.id()).bytes());
        expect(plain == null || !digest(plain).equals(digest), locator + " is stored twice");
    }

    /** Compares fields, not bytes: the entries of items that were written by earlier versions have an earlier format. */
    private boolean isInFeed(FeedEntry expected) {
        byte[] found = store.get(expected.key());
        return found != null
                && FeedEntry.decode(new KeyValue(expected.key(), found)).sameAs(expected);
    }

    private void checkContent(Locator locator, StoredItem item, JsonObject json) {
        expect(text(json, "id").equals(locator.idText()), locator + " has another id in its JSON");
        expect(text(json, "_etag").equals(item.version().etag()), locator + " has another _etag in its JSON");
        boolean sameTimestamp =
                json.get("_ts") instanceof JsonNumber number && number.doubleValue() == item.timestamp();
        expect(sameTimestamp, locator + " has another _ts in its JSON");
        JsonValue ttl = json.get("ttl");
        Lifetime said =
                ttl == null ? Lifetime.INHERIT : Lifetime.parse(ttl.toString()).orElse(Lifetime.INHERIT);
        expect(said.equals(item.lifetime()), locator + " has another ttl in its JSON");
        PartitionKey key = PartitionKey.from(layout.partitionKey(), json);
        EffectivePartitionKey hash = PartitionKeyHasher.hash(layout.partitionKey(), key);
        expect(
                Arrays.equals(Locator.prefixOf(layout.partitionKey(), hash), locator.prefix()),
                locator + " is stored under another partition key than it has");
        expect(spec.range().contains(hash), locator + " belongs to another partition");
        KeyDigest digest = item.keyDigest();
        boolean ownDigest = digest == null || digest.equals(KeyDigest.of(key));
        expect(ownDigest, locator + " has the digest of another partition key");
    }

    private void checkFeed(KeyValue entry) {
        FeedEntry feed = FeedEntry.decode(entry);
        StoredItem item = find(feed.locator());
        boolean matches = item != null
                && item.version().lsn() == feed.lsn()
                && item.version().ordinal() == feed.ordinal();
        expect(matches, "the feed has an entry " + feed.lsn() + " whose item is not of that version");
        expect(feed.timestamp() >= feedTimestamp, "the feed goes back in time at " + feed.lsn());
        feedTimestamp = feed.timestamp();
    }

    private void checkExpiry(KeyValue entry) {
        ExpiryEntry expiry = ExpiryEntry.decode(entry);
        Locator locator = Locator.decode(layout.partitionKey(), expiry.locator());
        StoredItem item = find(expiry.locator());
        ExpiryEntry expected = item == null ? null : ItemEntries.expiryEntry(locator, item);
        expect(
                expected != null && Arrays.equals(expected.key(), entry.key()),
                "there is a deadline " + expiry.deadline() + " for " + locator + ", which does not have it");
    }

    private void checkUnique(KeyValue entry) {
        int keyIndex = entry.key()[1];
        byte[] rest = Arrays.copyOfRange(entry.key(), 2, entry.key().length);
        Locator holder = Locator.of(Locator.prefixIn(layout.partitionKey(), rest), entry.value());
        StoredItem item = find(holder.bytes());
        boolean matches = false;
        if (item != null && keyIndex < layout.uniqueKeys().uniqueKeys().size()) {
            JsonObject json = (JsonObject) JsonValue.parse(item.jsonForMaintenance());
            UniqueDigest digest =
                    UniqueValues.digests(layout.uniqueKeys(), json).get(keyIndex);
            for (byte[] values : digest.forms()) {
                byte[] plain = ItemKeys.unique(keyIndex, holder.prefix(), values);
                boolean discriminated = Arrays.equals(ItemKeys.discriminated(plain, digest(item)), entry.key());
                expect(
                        !discriminated || head.collisions(),
                        "a unique value of " + holder + " has a discriminator, but the head has no collision mark");
                matches |= discriminated || Arrays.equals(plain, entry.key());
            }
        }
        expect(matches, "a unique value is held for " + holder + ", which does not have it");
    }

    private void checkDeletedKey(KeyValue entry) {
        KeyDeletion deletion = DeletedKeys.decode(spec, entry);
        expect(deletion.lsn() <= head.lastLsn(), "a partition key was deleted beyond the head's sequence number");
        boolean held = spec.range().overlaps(EpkRange.prefix(deletion.epk()));
        expect(held, "a partition key was deleted that belongs to another partition");
    }

    private void checkNoStrangers() {
        checkNoStrangers(
                Space.MAIN,
                Keyspace.HEAD,
                Keyspace.ITEM,
                Keyspace.SHAPE_REGISTRY,
                Keyspace.INDEX_STATE,
                Keyspace.DERIVED_STATE,
                Keyspace.UNIQUE,
                Keyspace.FEED,
                Keyspace.EXPIRY,
                Keyspace.LOG,
                Keyspace.DELETED_KEY);
        checkNoStrangers(Space.DERIVED, Keyspace.INDEX, Keyspace.SHAPE);
    }

    /** @param known in ascending order */
    private void checkNoStrangers(Space space, Keyspace... known) {
        byte[] lower = new byte[0];
        for (Keyspace keyspace : known) {
            KeyRange range = KeyRange.prefix(keyspace.prefix());
            expectNone(space, new KeyRange(lower, range.lower()));
            lower = Invariant.present(range.upper(), "a tag has a successor");
        }
        expectNone(space, new KeyRange(lower, null));
    }

    private void expectNone(Space space, KeyRange range) {
        store.walk(space, range, entry -> {
            findings.accept("there is a key of no known kind, beginning with " + entry.key()[0]);
            return false;
        });
    }

    private @Nullable StoredItem find(byte[] locatorBytes) {
        byte[] value = store.get(ItemKeys.item(Locator.decode(layout.partitionKey(), locatorBytes)));
        return value == null ? null : StoredItem.decode(value);
    }

    private long lsnOf(byte[] locatorBytes) {
        StoredItem item = find(locatorBytes);
        return item == null ? 0 : item.version().lsn();
    }

    private static String text(JsonObject json, String name) {
        return json.get(name) instanceof JsonString string ? string.value() : "";
    }

    private void expect(boolean holds, String finding) {
        if (!holds) {
            findings.accept(finding);
        }
    }
}
