package org.mayflydb.app.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mayflydb.app.endpoint.RemoteContainer;
import org.mayflydb.app.endpoint.Waiting;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.FileFailures;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.json.JsonObject;
import org.mayflydb.key.PartitionKeyDefinition;

/** Writes items that stand on the lines of a file or a stream to a container. */
public final class Importer {
    /** Enough for every thread to have a few requests, so that they end at about the same time. */
    private static final int CHUNK_ITEMS_PER_THREAD = 400;

    private final ImportTarget target;
    private final Options options;
    private final TransferProgress progress;
    private final InstantSource clock;
    private final Waiting waiting;

    /** Read by the thread that reports an interruption. */
    private volatile @Nullable ImportState reached;

    /**
     * How to import.
     *
     * @param parallel how many requests are under way at the same time
     * @param keepDeadlines whether items keep their expiry time, instead of restarting their TTL
     * @param skipErrors whether to continue after a line that cannot be imported
     * @param errors where such lines go; null for nowhere
     */
    public record Options(
            ImportMode mode,
            int parallel,
            boolean keepDeadlines,
            boolean skipErrors,
            @Nullable Path errors) {
        public Options {
            if (parallel < 1 || parallel > 64) {
                throw new BadRequestException("Between 1 and 64 requests can be under way at the same time.");
            }
        }
    }

    public Importer(
            ImportTarget target, Options options, TransferProgress progress, InstantSource clock, Waiting waiting) {
        this.target = target;
        this.options = options;
        this.progress = progress;
        this.clock = clock;
        this.waiting = waiting;
    }

    /** Reads a stream. An interruption cannot be resumed. */
    public ImportResult fromStream(InputStream stream) {
        try (LineReader lines = new LineReader(stream, 0, 0)) {
            return run(ImportState.begin(name()), lines, lines.next(), -1, null);
        } catch (IOException failure) {
            throw new UnavailableException(
                    "The items cannot be read: " + FileFailures.describe(failure) + ".", failure);
        }
    }

    /**
     * Reads a file. While it is not done, a second file of the same name and {@code .import} is beside it.
     *
     * @param resume whether to continue an interrupted import, if there is one
     */
    public ImportResult fromFile(Path file, boolean resume) {
        StateFile stateFile = new StateFile(file.resolveSibling(file.getFileName() + ".import"));
        if (!resume && stateFile.exists()) {
            throw new BadRequestException("An import of " + file
                    + " was interrupted. Continue it with --resume, or remove " + stateFile + " to start over.");
        }
        JsonObject known = stateFile.read();
        ImportState state = known == null ? ImportState.begin(name()) : ImportState.parse(known);
        if (!state.target().equals(name())) {
            throw new BadRequestException("The interrupted import was a different one: " + state.target());
        }
        try (InputStream beginning = Files.newInputStream(file);
                InputStream rest = Files.newInputStream(file)) {
            Line first = new LineReader(beginning, 0, 0).next();
            rest.skipNBytes(state.bytes());
            LineReader lines = new LineReader(rest, state.bytes(), state.lines());
            if (state.bytes() == 0) {
                first = lines.next();
            }
            return run(state, lines, first, Files.size(file), stateFile);
        } catch (IOException failure) {
            throw new UnavailableException(
                    "The file " + file + " cannot be read: " + FileFailures.describe(failure) + ".", failure);
        }
    }

    /** How far it has come, for whoever interrupts it; empty if it has not begun. */
    public Optional<ImportResult> reached() {
        return Optional.ofNullable(reached).map(state -> result(state, null));
    }

    private String name() {
        return target.name() + ", mode: " + options.mode + ", keep deadlines: " + options.keepDeadlines;
    }

    /** @param first the first line of the file, which may describe the container */
    private ImportResult run(
            ImportState start, LineReader lines, @Nullable Line first, long size, @Nullable StateFile stateFile)
            throws IOException {
        JsonObject described = first == null ? null : describedContainer(first);
        RemoteContainer container = target.prepare(described);
        if (described != null && described.has("clientEncryptionPolicy")) {
            // The file has the items as they were stored.
            container = container.withEncryptedItems();
        }
        JsonObject properties = container.properties();
        PartitionKeyDefinition definition = container.partitionKey();
        Deadlines deadlines = options.keepDeadlines
                ? new Deadlines((described == null ? properties : described).get("defaultTtl"), clock)
                : null;
        ChunkReader chunks = new ChunkReader(lines, definition, deadlines, options.parallel * CHUNK_ITEMS_PER_THREAD);
        if (start.bytes() == 0 && first != null && described == null) {
            chunks.putBack(first);
        }
        progress.begin(start.items());
        OwnItems own = new OwnItems(container, start.sentBytes(), options.keepDeadlines);
        try (BulkWriter writer = new BulkWriter(container, definition, options.mode, own, options.parallel, waiting);
                ErrorFile errors = ErrorFile.open(options.errors, start.errorBytes())) {
            return write(start, chunks, writer, errors, size, stateFile);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new UnavailableException("The import was interrupted.", stop);
        } finally {
            progress.end();
        }
    }

    private static @Nullable JsonObject describedContainer(Line first) {
        try {
            return ItemLine.containerOf(ChunkReader.json(first));
        } catch (BadRequestException invalid) {
            return null; // It is reported as an item when its turn comes.
        }
    }

    private ImportResult write(
            ImportState start,
            ChunkReader chunks,
            BulkWriter writer,
            ErrorFile errors,
            long size,
            @Nullable StateFile stateFile)
            throws IOException, InterruptedException {
        ImportState state = start;
        reached = state;
        for (Chunk chunk = chunks.next(); chunk != null; chunk = chunks.next()) {
            state = state.sending(chunk.last().end());
            if (stateFile != null) {
                errors.sync();
                stateFile.write(state.toJson());
            }
            List<ItemOutcome> outcomes = new ArrayList<>(chunk.settled());
            outcomes.addAll(writer.write(wanted(chunk)));
            ItemOutcome failed = firstFailure(outcomes);
            if (failed != null && !options.skipErrors) {
                return stopped(state, outcomes, failed);
            }
            outcomes.sort(Comparator.comparingLong(outcome -> outcome.line().number()));
            for (ItemOutcome outcome : outcomes) {
                state = state.plus(outcome.kind());
                if (outcome.kind() == ItemOutcome.Kind.FAILED) {
                    errors.add(outcome);
                }
            }
            state = state.done(chunk.last()).withErrorBytes(errors.length());
            reached = state;
            progress.add(outcomes.size(), size > 0 ? (double) state.bytes() / size : -1);
        }
        if (stateFile != null) {
            stateFile.remove();
        }
        return result(state, null);
    }

    /** Where the first line that makes no sense ends the import, nothing behind it is sent. */
    private List<ImportItem> wanted(Chunk chunk) {
        ItemOutcome invalid = firstFailure(chunk.settled());
        return invalid == null || options.skipErrors
                ? chunk.items()
                : chunk.items().stream()
                        .filter(item -> item.line().number() < invalid.line().number())
                        .toList();
    }

    /** The state that was saved has the chunk begin again, which leaves the items that were written as they are. */
    private static ImportResult stopped(ImportState before, List<ItemOutcome> outcomes, ItemOutcome failed) {
        ImportState state = before;
        for (ItemOutcome outcome : outcomes) {
            if (outcome.kind() != ItemOutcome.Kind.FAILED) {
                state = state.plus(outcome.kind());
            }
        }
        return result(
                state.plus(ItemOutcome.Kind.FAILED), "line " + failed.line().number() + ": " + failed.reason());
    }

    private static @Nullable ItemOutcome firstFailure(List<ItemOutcome> outcomes) {
        return outcomes.stream()
                .filter(outcome -> outcome.kind() == ItemOutcome.Kind.FAILED)
                .min(Comparator.comparingLong(outcome -> outcome.line().number()))
                .orElse(null);
    }

    private static ImportResult result(ImportState state, @Nullable String stopped) {
        return new ImportResult(state.written(), state.skipped(), state.expired(), state.failed(), stopped);
    }
}
