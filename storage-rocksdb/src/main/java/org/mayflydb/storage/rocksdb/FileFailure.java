package org.mayflydb.storage.rocksdb;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Describes file errors for people: the exceptions of the JDK often have nothing but a path as their message. */
final class FileFailure {
    private FileFailure() {}

    /** What is wrong, such as {@code permission denied: /data}; a clause without a full stop. */
    static String describe(IOException failure) {
        if (failure instanceof FileSystemException named) {
            return named.getFile() == null ? problem(named) : problem(named) + ": " + named.getFile();
        }
        String message = failure.getMessage();
        return message == null || message.isBlank() ? "input/output error" : message;
    }

    private static String problem(FileSystemException failure) {
        if (failure instanceof NoSuchFileException) {
            return "no such file or directory";
        }
        if (failure instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (failure instanceof FileAlreadyExistsException) {
            return "it already exists";
        }
        if (failure instanceof NotDirectoryException) {
            return "it is not a directory";
        }
        String reason = failure.getReason();
        return reason == null || reason.isBlank() ? "input/output error" : reason;
    }
}
