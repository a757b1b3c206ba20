package org.mayflydb.app.transfer;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKeyDefinition;

/** Every line of a file is an item, blank or reported, and the lines add up to the file. */
public final class ImportLinesFuzz implements FuzzTarget {
    private static final PartitionKeyDefinition DEFINITION = PartitionKeyDefinition.hash("/pk");
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.ofEpochSecond(1_794_700_800L));
    private static final int CHUNK_ITEMS = 3;

    @Override
    public String name() {
        return "import-lines";
    }

    @Override
    public long allocatedBytesMax(int inputBytes) {
        // The buffers of two readers, and what a line that belongs to the next chunk costs twice.
        return (16L << 20) + 8192L * inputBytes;
    }

    @Override
    public void run(byte[] input) throws IOException {
        read(input, null);
        read(input, new Deadlines(JsonValue.parse("60"), CLOCK));
    }

    private static void read(byte[] input, @Nullable Deadlines deadlines) throws IOException {
        try (LineReader lines = new LineReader(new ByteArrayInputStream(input), 0, 0)) {
            ChunkReader reader = new ChunkReader(lines, DEFINITION, deadlines, CHUNK_ITEMS);
            long end = 0;
            long number = 0;
            for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
                Claim.holds(chunk.last().number() > number, "a chunk has lines");
                Claim.holds(chunk.items().size() + chunk.settled().size() <= CHUNK_ITEMS, "items of a chunk");
                number = chunk.last().number();
                end = chunk.last().end();
                for (ImportItem item : chunk.items()) {
                    JsonValue again = JsonValue.parse(item.json().toBytes());
                    Claim.same(item.json(), again, "what is sent can be read");
                    Claim.holds(!ItemLine.hasSystemProperties((JsonObject) again), "no system properties");
                }
            }
            Claim.same((long) input.length, end, "lines add up");
        }
    }
}
