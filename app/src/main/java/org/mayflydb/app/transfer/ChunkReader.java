package org.mayflydb.app.transfer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyDefinition;

/** Makes items of lines, a bounded number at a time. */
final class ChunkReader {
    private static final long CHUNK_BYTES_MAX = 8L << 20;

    private final LineReader lines;
    private final PartitionKeyDefinition definition;
    private final @Nullable Deadlines deadlines;
    private final int itemsMax;

    /** A line that was read and belongs to the next chunk. */
    private @Nullable Line pending;

    /** @param deadlines null if the TTL of items starts again with the import */
    ChunkReader(LineReader lines, PartitionKeyDefinition definition, @Nullable Deadlines deadlines, int itemsMax) {
        this.lines = lines;
        this.definition = definition;
        this.deadlines = deadlines;
        this.itemsMax = itemsMax;
    }

    /** Has the next chunk begin with a line that was read elsewhere. */
    void putBack(Line line) {
        pending = line;
    }

    /** The next lines; null after the last one. */
    @Nullable
    Chunk next() throws IOException {
        List<ImportItem> items = new ArrayList<>();
        List<ItemOutcome> settled = new ArrayList<>();
        Set<String> identities = new HashSet<>();
        Line last = null;
        long bytes = 0;
        while (items.size() + settled.size() < itemsMax && bytes < CHUNK_BYTES_MAX) {
            Line line = nextLine();
            if (line == null) {
                break;
            }
            if (!line.isBlank()) {
                try {
                    ImportItem item = item(line);
                    if (item == null) {
                        settled.add(ItemOutcome.of(line, ItemOutcome.Kind.EXPIRED));
                    } else if (identities.add(item.identity())) {
                        items.add(item);
                    } else {
                        // Items of a chunk are written in any order, so one that replaces another waits for the next.
                        pending = line;
                        break;
                    }
                } catch (BadRequestException invalid) {
                    settled.add(ItemOutcome.failed(line, String.valueOf(invalid.getMessage())));
                }
            }
            last = line;
            bytes += line.text().length;
        }
        return last == null ? null : new Chunk(items, settled, last);
    }

    private @Nullable Line nextLine() throws IOException {
        Line line = pending;
        pending = null;
        return line == null ? lines.next() : line;
    }

    private @Nullable ImportItem item(Line line) {
        JsonObject json = json(line);
        if (!(json.get("id") instanceof JsonString)) {
            throw new BadRequestException("it has no 'id' that is a string");
        }
        JsonObject kept = deadlines == null ? json : deadlines.keep(json);
        if (kept == null) {
            return null;
        }
        JsonObject sent = ItemLine.hasSystemProperties(kept) ? ItemLine.of(kept, ItemLine.Kept.NONE) : kept;
        return new ImportItem(line, PartitionKey.from(definition, sent), sent);
    }

    static JsonObject json(Line line) {
        if (line.tooLong()) {
            throw new BadRequestException("it is longer than " + LineReader.LINE_BYTES_MAX + " bytes");
        }
        if (JsonValue.parse(line.text()) instanceof JsonObject object) {
            return object;
        }
        throw new BadRequestException("it is not a JSON object");
    }
}
