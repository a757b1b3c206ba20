package org.mayflydb.base;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Describes file errors for people: the exceptions of the JDK often have nothing but a path as their message. */
public final class FileFailures {
    private FileFailures() {}

    /** What is wrong, such as {@code permission denied: /data}; a clause without a full stop. */
    public static String describe(IOException failure) {
        if (failure instanceof FileSystemException named) {
            String problem = problem(named);
            return named.getFile() == null ? problem : problem + ": " + named.getFile();
        }
        if (failure instanceof CharacterCodingException) {
            return "it is not UTF-8 text";
        }
        String message = failure.getMessage();
        if (message == null || message.isBlank()) {
            return "input/output error";
        }
        // "/data/x (Permission denied)" is how the older file API puts it.
        return failure instanceof FileNotFoundException
                ? message.replaceFirst("^(.*) \\(([^()]*)\\)$", "$2: $1")
                : message;
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
        if (failure instanceof DirectoryNotEmptyException) {
            return "the directory is not empty";
        }
        String reason = failure.getReason();
        return reason == null || reason.isBlank() ? "input/output error" : reason;
    }
}
