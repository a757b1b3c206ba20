package org.mayflydb.server.admin;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mayflydb.backup.Backup;
import org.mayflydb.backup.BackupManifest;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.ConflictException;
import org.mayflydb.base.ForbiddenException;
import org.mayflydb.base.TooBusyException;
import org.mayflydb.database.Engine;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;

/**
 * Takes an online backup: {@code {"directory": "monday"}}, into a new directory of that name below the one that the operator
 * has allowed. One at a time.
 */
public final class BackupEndpoint implements AdminEndpoint {
    /** Nothing that leads out of a directory, is hidden in it, or means something to a shell. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    private final Engine engine;
    private final @Nullable Path allowed;
    private final Lock taking = new ReentrantLock();

    /** @param allowed where backups may be made; null if nowhere */
    public BackupEndpoint(Engine engine, @Nullable Path allowed) {
        this.engine = engine;
        this.allowed = allowed;
    }

    @Override
    public JsonObject run(JsonObject parameters) {
        if (allowed == null) {
            throw new ForbiddenException("This server makes no backups: it was started without a backup-directory.");
        }
        if (!(parameters.get("directory") instanceof JsonString name)
                || parameters.members().size() != 1
                || !NAME.matcher(name.value()).matches()) {
            throw new BadRequestException("A backup is made with {\"directory\": \"name\"}, where the name has 1 to 100"
                    + " letters, digits, dots, hyphens and underscores, and begins with a letter or a digit.");
        }
        if (!taking.tryLock()) {
            throw new TooBusyException("Another backup is being made.");
        }
        try {
            return take(allowed.resolve(name.value()));
        } finally {
            taking.unlock();
        }
    }

    private JsonObject take(Path directory) {
        if (Files.exists(directory)) {
            throw ConflictException.id();
        }
        BackupManifest manifest =
                Backup.take(engine.store()::copyTo, directory, engine.now()).manifest();
        return JsonObject.builder()
                .put("directory", directory.toAbsolutePath().normalize().toString())
                .put("madeAt", manifest.madeAt().toString())
                .put("containers", manifest.items().containers().size())
                .put("items", manifest.items().items())
                .put("bytes", manifest.bytes())
                .build();
    }
}
