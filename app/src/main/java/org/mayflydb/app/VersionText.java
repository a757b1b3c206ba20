package org.mayflydb.app;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.mayflydb.base.Invariant;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints: the version the build wrote into {@code version.txt}, and the Java it runs on. */
final class VersionText implements IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
        try (InputStream file =
                Invariant.present(VersionText.class.getResourceAsStream("version.txt"), "the build made version.txt")) {
            String version = new String(file.readAllBytes(), StandardCharsets.UTF_8).strip();
            return new String[] {version + " (Java " + Runtime.version() + ")"};
        }
    }
}
