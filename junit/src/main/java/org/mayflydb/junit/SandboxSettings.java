package org.mayflydb.junit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a sandbox is to be.
 *
 * @param database the id of its database
 * @param seeds names of files on the class path, in the order they are read
 * @param ticking whether its clock runs by itself
 * @param start what its clock shows first; if empty, what the machine's does
 * @param tls whether clients connect as to Azure: with TLS, and in direct mode unless they choose otherwise
 */
record SandboxSettings(String database, List<String> seeds, boolean ticking, Optional<Instant> start, boolean tls) {
    static final String DATABASE = "test";

    static final SandboxSettings DEFAULTS = new SandboxSettings(DATABASE, List.of(), false, Optional.empty(), false);

    SandboxSettings {
        seeds = List.copyOf(seeds);
    }

    SandboxSettings withDatabase(String newDatabase) {
        return new SandboxSettings(newDatabase, seeds, ticking, start, tls);
    }

    SandboxSettings withMoreSeeds(List<String> more) {
        List<String> all = new ArrayList<>(seeds);
        all.addAll(more);
        return new SandboxSettings(database, all, ticking, start, tls);
    }

    SandboxSettings withTicking(boolean newTicking) {
        return new SandboxSettings(database, seeds, newTicking, start, tls);
    }

    SandboxSettings withStart(Instant newStart) {
        return new SandboxSettings(database, seeds, ticking, Optional.of(newStart), tls);
    }

    SandboxSettings withTls(boolean newTls) {
        return new SandboxSettings(database, seeds, ticking, start, newTls);
    }
}
