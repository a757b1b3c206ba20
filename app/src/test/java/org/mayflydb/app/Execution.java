package org.mayflydb.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A process that was run to its end. */
record Execution(int exitCode, String out, String err) {

    /** Runs the process. Its output goes through files, since a pipe that nobody empties would stop it. */
    static Execution of(ProcessBuilder process, Path temporary) throws IOException, InterruptedException {
        Path out = Files.createTempFile(temporary, "out", ".txt");
        Path err = Files.createTempFile(temporary, "err", ".txt");
        int exitCode = process.redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start()
                .waitFor();
        return new Execution(exitCode, Files.readString(out), Files.readString(err));
    }
}
