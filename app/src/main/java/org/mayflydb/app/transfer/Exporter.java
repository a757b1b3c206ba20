package org.mayflydb.app.transfer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.app.endpoint.RemoteContainer;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.FileFailures;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.json.JsonObject;

/** Writes the items of a container to a file or a stream, one on each line. */
public final class Exporter {
    /** After so much time or so many bytes the state is saved; an interruption loses what came later. */
    private static final long STATE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long STATE_BYTES = 4L << 20;

    private final RemoteContainer container;
    private final Options options;
    private final TransferProgress progress;
    private final LongSupplier nanoTime;

    /** Read by the thread that reports an interruption. */
    private volatile long exported;

    /** What is done if the file exists. */
    public enum Existing {
        /** It stays, and that is an error. */
        KEEP,
        /** An interrupted export to it continues. */
        RESUME,
        /** It is replaced. */
        OVERWRITE
    }

    /**
     * What to export, and how.
     *
     * @param where a condition on {@code c}; null for all items
     * @param withContainer whether the first line describes the container
     * @param parallel how many ranges are read at the same time
     */
    public record Options(@Nullable String where, ItemLine.Kept kept, boolean withContainer, int parallel) {
        public Options {
            if (parallel < 1 || parallel > 64) {
                throw new BadRequestException("Between 1 and 64 ranges can be read at the same time.");
            }
        }

        @Nullable
        String query() {
            return where == null ? null : "SELECT * FROM c WHERE " + where;
        }
    }

    public Exporter(RemoteContainer container, Options options, TransferProgress progress, LongSupplier nanoTime) {
        this.container = container;
        this.options = options;
        this.progress = progress;
        this.nanoTime = nanoTime;
    }

    /** Writes to a stream. An interruption cannot be resumed. Answers how many items there were. */
    public long toStream(OutputStream stream) {
        try (LineSink sink = LineSink.stream(stream)) {
            return run(begin(), sink, null);
        } catch (IOException failure) {
            throw new UnavailableException(
                    "The items cannot be written: " + FileFailures.describe(failure) + ".", failure);
        }
    }

    /**
     * Writes to a file. While it is not complete, a second file of the same name and {@code .progress} is beside it.
     *
     * @param existing what to do if the file exists
     * @return how many items there were
     * @throws BadRequestException if the file exists and is neither to be replaced nor can be resumed
     */
    public long toFile(Path file, Existing existing) {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new BadRequestException(file + " is not a regular file. Omit --output to write to standard output.");
        }
        StateFile stateFile = new StateFile(file.resolveSibling(file.getFileName() + ".progress"));
        JsonObject state = existing == Existing.RESUME ? stateFile.read() : null;
        if (state == null && existing != Existing.OVERWRITE && Files.exists(file)) {
            throw new BadRequestException(
                    stateFile.exists()
                            ? "An export to " + file
                                    + " was interrupted. Continue it with --resume, or start over with --overwrite."
                            : "The file " + file + " exists. Replace it with --overwrite, or choose another file.");
        }
        try {
            ExportState known = state == null ? begin() : ExportState.parse(state);
            if (state == null) {
                // Only now, when the endpoint has responded: a typing error must not cost the old file.
                Files.deleteIfExists(file);
                // Before the file is there: whoever finds the file finds out how far it is.
                stateFile.write(known.toJson());
            }
            if (!known.source().equals(source())) {
                throw new BadRequestException("The interrupted export was a different one: " + known.source());
            }
            try (LineSink sink = LineSink.file(file, known.bytes())) {
                return run(known, sink, stateFile);
            }
        } catch (IOException failure) {
            throw new UnavailableException(
                    "The items cannot be written: " + FileFailures.describe(failure)
                            + ". Fix that, then continue with --resume.",
                    failure);
        }
    }

    /** How many items have been exported so far, for whoever interrupts it. */
    public long exported() {
        return exported;
    }

    private String source() {
        return container.address() + ", items: " + (options.where == null ? "all" : options.where)
                + ", system properties: " + options.kept + ", with container: " + options.withContainer;
    }

    private ExportState begin() {
        List<RangeProgress> ranges =
                container.ranges().stream().map(RangeProgress::begin).toList();
        return new ExportState(source(), ranges, 0, 0);
    }

    private void writeHeader(LineSink sink) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        ItemLine.append(line, ItemLine.header(container.properties()));
        sink.append(line.toByteArray());
    }

    private long run(ExportState start, LineSink sink, @Nullable StateFile stateFile) throws IOException {
        if (options.withContainer && sink.length() == 0) {
            writeHeader(sink);
        }
        progress.begin(start.items());
        try (PageReader reader = new PageReader(container, options.query(), options.kept, options.parallel)) {
            long items = write(start, sink, stateFile, reader);
            if (stateFile != null) {
                sink.sync();
                stateFile.remove();
            }
            return items;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new UnavailableException("The export was interrupted.", stop);
        } finally {
            progress.end();
        }
    }

    private long write(ExportState start, LineSink sink, @Nullable StateFile stateFile, PageReader reader)
            throws IOException, InterruptedException {
        List<RangeProgress> ranges = new ArrayList<>(start.ranges());
        long items = start.items();
        long all = options.where == null ? container.itemCount() : -1;
        long saved = nanoTime.getAsLong();
        long savedBytes = sink.length();
        reader.read(ranges);
        while (!ranges.stream().allMatch(RangeProgress::done)) {
            PageReader.Outcome page = reader.take();
            ranges.remove(page.before());
            if (page.isSplit()) {
                List<RangeProgress> parts = page.before().split(container.ranges());
                if (parts.isEmpty()) {
                    throw new UnavailableException("The partitions of the container have changed completely: "
                            + "was it deleted and created again? Start over.");
                }
                ranges.addAll(parts);
                reader.read(parts);
                continue;
            }
            if (page.failure() != null) {
                ranges.add(page.before());
                save(new ExportState(start.source(), ranges, sink.length(), items), sink, stateFile);
                throw page.failure();
            }
            sink.append(page.lines());
            ranges.add(page.after());
            items += page.items();
            exported = items;
            progress.add(page.items(), all > 0 ? (double) items / all : -1);
            if (nanoTime.getAsLong() - saved > STATE_NANOS || sink.length() - savedBytes > STATE_BYTES) {
                save(new ExportState(start.source(), ranges, sink.length(), items), sink, stateFile);
                saved = nanoTime.getAsLong();
                savedBytes = sink.length();
            }
        }
        return items;
    }

    /** The lines are safe before it is said that they are good. */
    private static void save(ExportState state, LineSink sink, @Nullable StateFile stateFile) throws IOException {
        if (stateFile != null) {
            sink.sync();
            stateFile.write(state.toJson());
        }
    }
}
