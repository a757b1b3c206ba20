package org.mayflydb.item.record;

import java.util.Arrays;
import java.util.List;
import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.Decoded;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.fuzz.Parts;
import org.mayflydb.key.DocumentPath;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.storage.KeyValue;

/** Entries of the feed and of expiry times, locators and places are read as they were written, or reported as damaged. */
public final class EntriesFuzz implements FuzzTarget {
    private static final List<PartitionKeyDefinition> DEFINITIONS = List.of(
            PartitionKeyDefinition.hash("/pk"),
            new PartitionKeyDefinition(List.of(DocumentPath.parse("/pk")), PartitionKeyDefinition.Kind.HASH, 1, false),
            PartitionKeyDefinition.multiHash("/a", "/b"));

    @Override
    public String name() {
        return "item-entries";
    }

    @Override
    public void run(byte[] input) {
        byte[] value = Parts.rest(input);
        switch (Parts.choice(input, 4)) {
            case 0 -> feed(value);
            case 1 -> expiry(value);
            case 2 -> locators(value);
            default -> place(value);
        }
    }

    private static void feed(byte[] value) {
        FeedEntry entry = Decoded.fromStore(() -> FeedEntry.decode(new KeyValue(ItemKeys.feed(7, (short) 1), value)));
        if (entry != null) {
            Claim.holds(entry.sameAs(FeedEntry.decode(new KeyValue(entry.key(), entry.value()))), "the same entry");
        }
    }

    private static void expiry(byte[] value) {
        ExpiryEntry entry =
                Decoded.fromStore(() -> ExpiryEntry.decode(new KeyValue(ItemKeys.expiry(9, 7, (short) 1), value)));
        if (entry != null) {
            Claim.holds(Arrays.equals(value, entry.value()), "the same entry");
        }
    }

    private static void locators(byte[] value) {
        for (PartitionKeyDefinition definition : DEFINITIONS) {
            Locator locator = Decoded.fromStore(() -> Locator.decode(definition, value));
            if (locator != null) {
                Claim.holds(
                        locator.prefix().length + locator.suffix().length == value.length, "prefix and suffix are all");
                Claim.holds(locator.id().length <= locator.suffix().length, "an id");
            }
        }
    }

    private static void place(byte[] value) {
        CreationPlace place = CreationPlace.decode(value);
        if (place != null) {
            Claim.same(place, CreationPlace.decode(place.encode()), "the same place");
        }
    }
}
