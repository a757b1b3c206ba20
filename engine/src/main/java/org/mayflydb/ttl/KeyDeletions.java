package org.mayflydb.ttl;

import java.util.ArrayList;
import java.util.List;
import org.mayflydb.key.DocumentNumbers;
import org.mayflydb.key.DocumentStretch;
import org.mayflydb.key.PartitionKeyDefinition;

/**
 * The deletions of whole logical partitions whose items are still stored. Their items are gone for everybody.
 *
 * <p>Asking is nearly free for items of other logical partitions: the document number tells most of them apart. Only what it
 * does not tell is read out of the item.
 */
public final class KeyDeletions {
    private static final KeyDeletions NONE = new KeyDeletions(PartitionKeyDefinition.SYSTEM, List.of());

    private final PartitionKeyDefinition definition;
    private final List<KeyDeletion> deletions;
    private final List<Hidden> hidden;

    /** What a deletion hides, worked out once because every read of an item asks. */
    private record Hidden(KeyDeletion deletion, DocumentStretch numbers) {}

    private KeyDeletions(PartitionKeyDefinition definition, List<KeyDeletion> deletions) {
        this.definition = definition;
        this.deletions = List.copyOf(deletions);
        this.hidden = deletions.stream()
                .map(deletion -> new Hidden(deletion, DocumentNumbers.stretch(definition, deletion.epk())))
                .toList();
    }

    public static KeyDeletions none() {
        return NONE;
    }

    public static KeyDeletions of(PartitionKeyDefinition definition, List<KeyDeletion> deletions) {
        return deletions.isEmpty() ? NONE : new KeyDeletions(definition, deletions);
    }

    /** Those of one partition, in the order in which they were made. */
    public List<KeyDeletion> in(int origin) {
        return deletions.stream()
                .filter(deletion -> deletion.origin() == origin)
                .toList();
    }

    /** These, but for one partition others. */
    public KeyDeletions with(PartitionKeyDefinition newDefinition, int origin, List<KeyDeletion> replacements) {
        List<KeyDeletion> all = new ArrayList<>(deletions);
        all.removeIf(deletion -> deletion.origin() == origin);
        all.addAll(replacements);
        return of(newDefinition, all);
    }

    public boolean isEmpty() {
        return deletions.isEmpty();
    }

    /** Whether an item was deleted with its logical partition. */
    public boolean cover(StoredItem item) {
        if (deletions.isEmpty()) {
            return false;
        }
        for (Hidden each : hidden) {
            if (each.numbers.contains(item.documentNumber()) && each.deletion.covers(definition, item)) {
                return true;
            }
        }
        return false;
    }
}
