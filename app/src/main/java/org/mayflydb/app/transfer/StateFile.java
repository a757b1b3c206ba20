package org.mayflydb.app.transfer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.FileFailures;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

/** A small file of JSON that is there as a whole or not at all, even after a power failure. */
final class StateFile {
    private final Path file;

    StateFile(Path file) {
        this.file = file;
    }

    boolean exists() {
        return Files.exists(file);
    }

    /** What was written last; null if there is nothing. */
    @Nullable
    JsonObject read() {
        if (!exists()) {
            return null;
        }
        try {
            if (JsonValue.parse(Files.readAllBytes(file)) instanceof JsonObject state) {
                return state;
            }
        } catch (IOException unreadable) {
            throw new UnavailableException(
                    "The progress file " + file + " cannot be read: " + FileFailures.describe(unreadable) + ".",
                    unreadable);
        } catch (BadRequestException malformed) {
            throw damaged();
        }
        throw damaged();
    }

    private UnavailableException damaged() {
        return new UnavailableException(
                "The progress file " + file + " is damaged: it is not a JSON object. Remove it and start over.");
    }

    void write(JsonObject state) {
        Path draft = file.resolveSibling(file.getFileName() + ".draft");
        try {
            try (FileChannel channel = FileChannel.open(
                    draft, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
                ByteBuffer rest = ByteBuffer.wrap(state.toBytes());
                while (rest.hasRemaining()) {
                    channel.write(rest);
                }
                channel.force(true);
            }
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failure) {
            throw new UnavailableException(
                    "The progress file " + file + " cannot be written: " + FileFailures.describe(failure) + ".",
                    failure);
        }
    }

    void remove() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException failure) {
            throw new UnavailableException(
                    "The progress file " + file + " cannot be removed: " + FileFailures.describe(failure) + ".",
                    failure);
        }
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
