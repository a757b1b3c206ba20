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
import org.mayflydb.base.UnavailableException;
import org.mayflydb.json.JsonObject;

/** Writes the items of a container to a file or a stream, one on each line. */
public final class Exporter {
    /** After so much time or so many bytes the state is saved; an interruption loses what came later. */
    private static final long STATE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long STATE_BYTES = 4L << 20;

    private final RemoteContainer container;
    private final Options options;
    private final Progress progress;
    private final LongSupplier nanoTime;

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

    public Exporter(RemoteContainer container, Options options, Progress progress, LongSupplier nanoTime) {
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
            throw new UnavailableException("The items cannot be written: " + failure, failure);
        }
    }

    /**
     * Writes to a file. While it is not complete, a second file of the same name and {@code .progress} is beside it.
     *
     * @param resume whether to go on with an export that was interrupted, if there is one
     * @return how many items there were
     * @throws BadRequestException if the file exists and is not to be, or cannot be, resumed
     */
    public long toFile(Path file, boolean resume) {
        StateFile stateFile = new StateFile(file.resolveSibling(file.getFileName() + ".progress"));
        JsonObject state = resume ? stateFile.read() : null;
        if (state == null && Files.exists(file)) {
            throw new BadRequestException(
                    stateFile.exists()
                            ? "An export to " + file + " was interrupted: go on with --resume, or remove it."
                            : "The file " + file + " exists, and no export to it was interrupted.");
        }
        try {
            ExportState known = state == null ? begin() : ExportState.parse(state);
            if (state == null) {
                // Before the file is there: whoever finds the file finds out how far it is.
                stateFile.write(known.toJson());
            }
            if (!known.source().equals(source())) {
                throw new BadRequestException("The export that was interrupted is another one: " + known.source());
            }
            try (LineSink sink = LineSink.file(file, known.bytes())) {
                return run(known, sink, stateFile);
            }
        } catch (IOException failure) {
            throw new UnavailableException(
                    "The items cannot be written: " + failure + ". Once that is mended, --resume continues.", failure);
        }
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
            throw new UnavailableException("The export was interrupted", stop);
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
                    throw new UnavailableException("The partitions of the container do not fit together any more: "
                            + "was it made anew? Begin again");
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
