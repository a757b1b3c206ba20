package org.mayflydb.backup;

import java.nio.file.Path;
import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.Decoded;
import org.mayflydb.fuzz.FuzzTarget;

/** A manifest that is accepted is written as the same one and names files of its own directory only. */
public final class BackupManifestFuzz implements FuzzTarget {
    @Override
    public String name() {
        return "backup-manifest";
    }

    @Override
    public void run(byte[] input) {
        BackupManifest manifest = Decoded.fromStore(() -> BackupManifest.parse(input, "manifest"));
        if (manifest == null) {
            return;
        }
        Claim.same(manifest, BackupManifest.parse(manifest.toJson().toBytes(), "manifest"), "written and read again");
        Claim.holds(manifest.bytes() >= 0, "a size");
        Path directory = Path.of("backup");
        for (BackupManifest.StoreFile file : manifest.files()) {
            Claim.same(directory, directory.resolve(file.name()).normalize().getParent(), "in the directory");
        }
    }
}
