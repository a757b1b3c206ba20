package org.mayflydb.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.storage.StoreCopier;

/** The copy of a store that is made before it is upgraded. */
final class EarlierCopy {
    private static final int COPIES_MAX = 100;
    private static final String NAME = "mayfly-2";

    private EarlierCopy() {}

    /**
     * Copies the store into a new directory beside its own, or inside of it if there is no place beside it on the same file
     * system, where a copy shares its files with the store. An earlier copy stays: the store may have changed since.
     */
    static Path make(String location, StoreCopier copier) {
        Path directory = Path.of(location);
        Path beside = directory.resolveSibling(directory.getFileName() + "-" + NAME);
        Path target = unused(canHold(directory, beside.getParent()) ? beside : directory.resolve(NAME));
        // What a copy that was interrupted has left has another name.
        copier.copyTo(target).close();
        return target;
    }

    private static boolean canHold(Path directory, @Nullable Path parent) {
        try {
            return parent != null
                    && Files.isWritable(parent)
                    && Files.getFileStore(parent).equals(Files.getFileStore(directory));
        } catch (IOException unknown) {
            return false;
        }
    }

    private static Path unused(Path wanted) {
        Path path = wanted;
        for (int i = 2; Files.exists(path); i++) {
            if (i > COPIES_MAX) {
                throw new UnavailableException("The store cannot be upgraded: there are " + COPIES_MAX
                        + " copies of it already, beginning with " + wanted + ". Remove those that are not needed.");
            }
            path = wanted.resolveSibling(wanted.getFileName() + "-" + i);
        }
        return path;
    }
}
