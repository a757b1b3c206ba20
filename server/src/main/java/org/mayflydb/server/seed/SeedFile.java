package org.mayflydb.server.seed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.ConflictException;
import org.mayflydb.base.FileFailures;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.embedded.Container;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonStream;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/**
 * A JSON file that describes one container in {@code container} and has its items in {@code items}, which may be missing.
 *
 * @param container as Azure Cosmos DB takes it to create one
 */
record SeedFile(Path file, JsonObject container) {
    /** Writes that wait for the disk together share one sync. */
    private static final int WRITERS = 16;

    /** An item has at most two megabytes, which escapes can make six times as long. */
    private static final int VALUE_CHARACTERS_MAX = 16 << 20;

    private static final int CHUNK_ITEMS = 512;
    private static final int CHUNK_BYTES_MAX = 8 << 20;

    /** What is done with each item. */
    @FunctionalInterface
    private interface ItemAction {
        void accept(long number, JsonObject item);
    }

    /** Reads and checks the whole file, so that a mistake in it is found before anything is created. */
    static SeedFile read(Path file) {
        JsonObject container = scan(file, (number, item) -> {});
        if (container == null) {
            throw wrong(file, "it has no 'container'");
        }
        if (!(container.get("id") instanceof JsonString)) {
            throw wrong(file, "its 'container' has no 'id'");
        }
        return new SeedFile(file, container);
    }

    String containerId() {
        return container.get("id") instanceof JsonString id ? id.value() : "";
    }

    /**
     * Creates the items.
     *
     * @param resumed whether items that are there already come from a run that was killed, and are left alone
     * @return how many items there are
     */
    long plant(Container target, boolean resumed) {
        ExecutorService writers = Executors.newFixedThreadPool(WRITERS, task -> {
            Thread thread = new Thread(task, "mayfly-seed");
            thread.setDaemon(true);
            return thread;
        });
        try {
            Chunks chunks = new Chunks(target, resumed, writers);
            scan(file, chunks::add);
            return chunks.finish();
        } finally {
            writers.shutdown();
        }
    }

    /** Writes a bounded number of items at a time. */
    private final class Chunks {
        private final Container target;
        private final boolean resumed;
        private final ExecutorService writers;
        private final List<Future<?>> underWay = new ArrayList<>();
        private long bytes;
        private long count;

        Chunks(Container target, boolean resumed, ExecutorService writers) {
            this.target = target;
            this.resumed = resumed;
            this.writers = writers;
        }

        void add(long number, JsonObject item) {
            String json = item.toString();
            underWay.add(writers.submit(() -> write(number, json)));
            bytes += json.length();
            count++;
            if (underWay.size() >= CHUNK_ITEMS || bytes >= CHUNK_BYTES_MAX) {
                await();
            }
        }

        private void write(long number, String json) {
            try {
                target.create(json);
            } catch (ConflictException exists) {
                if (!resumed) {
                    throw wrong(file, "item " + number + " has the id, or a unique value, of an earlier one");
                }
            } catch (BadRequestException refused) {
                throw wrong(file, "item " + number + " was refused: " + refused.getMessage());
            }
        }

        long finish() {
            await();
            return count;
        }

        /** Waits for all of them, also if one fails: nothing is written any more afterwards. */
        private void await() {
            ExecutionException first = null;
            for (Future<?> write : underWay) {
                try {
                    write.get();
                } catch (ExecutionException failed) {
                    first = first == null ? failed : first;
                } catch (InterruptedException stop) {
                    Thread.currentThread().interrupt();
                    throw new UnavailableException("Reading the seed " + file + " was interrupted.", stop);
                }
            }
            if (first != null) {
                if (first.getCause() instanceof MayflyException known) {
                    throw known;
                }
                throw new IllegalStateException(first);
            }
            underWay.clear();
            bytes = 0;
        }
    }

    /** Goes through the file and returns the container, null if there is none. */
    private static @Nullable JsonObject scan(Path file, ItemAction action) {
        JsonObject container = null;
        long number = 0;
        try (JsonStream stream = new JsonStream(Files.newInputStream(file), VALUE_CHARACTERS_MAX)) {
            stream.beginObject();
            for (String name = stream.nextName(); name != null; name = stream.nextName()) {
                switch (name) {
                    case "container" -> container = object(stream.value(), "'container'");
                    case "items" -> {
                        stream.beginArray();
                        for (JsonValue item = stream.nextElement(); item != null; item = stream.nextElement()) {
                            number++;
                            action.accept(number, object(item, "item " + number));
                        }
                    }
                    default -> throw new BadRequestException("it has properties other than 'container' and 'items'");
                }
            }
            stream.end();
            return container;
        } catch (BadRequestException mistake) {
            throw mistake.getMessage() != null && mistake.getMessage().startsWith(prefix(file))
                    ? mistake
                    : wrong(file, (number == 0 ? "" : "after item " + number + ": ") + mistake.getMessage());
        } catch (IOException unreadable) {
            throw new UnavailableException(
                    prefix(file) + "cannot be read: " + FileFailures.describe(unreadable) + ".", unreadable);
        }
    }

    private static JsonObject object(JsonValue value, String what) {
        if (value instanceof JsonObject object) {
            return object;
        }
        throw new BadRequestException(what + " is not a JSON object");
    }

    private static String prefix(Path file) {
        return "The seed " + file + " ";
    }

    private static BadRequestException wrong(Path file, String reason) {
        return new BadRequestException(prefix(file) + "cannot be used: " + reason + ".");
    }
}
