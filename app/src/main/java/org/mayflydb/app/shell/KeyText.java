package org.mayflydb.app.shell;

import java.util.List;
import org.mayflydb.key.PartitionKey;

/** Partition keys as they are typed behind a command. */
public final class KeyText {
    private KeyText() {}

    /** One JSON array, or one word for each level. */
    public static PartitionKey partitionKey(List<String> words) {
        return Word.partitionKey(
                words.stream().map(word -> new Word(word, false)).toList());
    }
}
