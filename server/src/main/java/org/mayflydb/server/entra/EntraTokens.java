package org.mayflydb.server.entra;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.UnauthorizedException;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.database.Engine;
import org.mayflydb.server.auth.DirectoryTokens;
import org.mayflydb.server.auth.KeyRing;
import org.mayflydb.server.auth.Principal;
import org.mayflydb.server.protocol.ResourceAddress;
import org.mayflydb.server.protocol.WireRequest;

/** The tokens that are accepted at present. Every request asks again, so a reload applies to open connections, too. */
public final class EntraTokens implements DirectoryTokens, AutoCloseable {
    private static final int IDLE_SECONDS = 60;

    private final KeyRing accountKeys;
    private final InstantSource machineClock;
    private final EntraRules rules;
    private final ExecutorService reader;
    private volatile @Nullable Accepted current;

    /** What is accepted, and where it comes from. */
    private record Accepted(
            TokenProofs proofs,
            @Nullable LocalTokens local,
            @Nullable PublishedKeys keys) {}

    /**
     * Accepts no tokens before {@link #use}.
     *
     * @param machineClock what time it really is; never a clock that can be moved
     */
    public EntraTokens(KeyRing accountKeys, Engine engine, InstantSource machineClock) {
        this.accountKeys = accountKeys;
        this.machineClock = machineClock;
        this.rules = new EntraRules(new RequestScopes(engine));
        // At most one task at a time, and no thread while there is none.
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "mayfly-entra-keys");
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        this.reader = pool;
    }

    /**
     * Accepts the tokens of these settings and no others, and reads the files they name. Keys at a URL are read in the
     * background the first time, so that a server starts without its issuer.
     *
     * @throws UnavailableException if something cannot be read. Then nothing has changed; but if only keys that are in use
     *     cannot be read again, those stay valid and everything else applies.
     */
    public synchronized void use(EntraSettings settings) {
        Optional<Path> rolesFile = settings.roles();
        Roles roles = rolesFile.isPresent() ? RolesFile.read(rolesFile.get()) : null;
        switch (settings.mode()) {
            case OFF -> current = null;
            case LOCAL -> {
                LocalTokens local = new LocalTokens(accountKeys, roles);
                current = new Accepted(local, local, null);
            }
            case VALIDATE -> validate(settings, settings.keys().orElseThrow(), roles == null ? Roles.NONE : roles);
        }
    }

    private void validate(EntraSettings settings, String location, Roles roles) {
        PublishedKeys before = current == null ? null : current.keys;
        PublishedKeys keys = before != null && before.location().equals(location)
                ? before
                : new PublishedKeys(location, KeyDocument.at(location), reader, machineClock);
        if (keys != before && EntraSettings.url(location) == null) {
            keys.read();
        }
        current = new Accepted(new ValidatedTokens(settings, keys, roles), null, keys);
        if (keys == before) {
            // Last, because a role may have to end while the issuer cannot be reached.
            keys.read();
        } else {
            keys.current();
        }
    }

    /** The tokens that the server issues itself; null if it issues none. */
    @Nullable
    LocalTokens local() {
        Accepted accepted = current;
        return accepted == null ? null : accepted.local;
    }

    @Override
    public Principal.Directory authenticate(String token, WireRequest request, ResourceAddress address) {
        Accepted accepted = current;
        return accepted == null
                ? OFF.authenticate(token, request, address)
                : rules.check(accepted.proofs.prove(token, now()), request, address);
    }

    @Override
    public Principal.@Nullable Directory authenticateAtOnce(
            String token, WireRequest request, ResourceAddress address) {
        Accepted accepted = current;
        if (accepted == null) {
            return OFF.authenticate(token, request, address);
        }
        TokenHolder holder = accepted.proofs.proveAtOnce(token, now());
        return holder == null ? null : rules.check(holder, request, address);
    }

    @Override
    public boolean isKnown(String token) {
        Accepted accepted = current;
        try {
            return accepted != null && accepted.proofs.proveAtOnce(token, now()) != null;
        } catch (UnauthorizedException invalid) {
            return false;
        }
    }

    @Override
    public boolean awaitsKeys(String token, Runnable again) {
        Accepted accepted = current;
        return accepted != null && accepted.proofs.awaitsKeys(token, again);
    }

    Instant now() {
        return machineClock.instant();
    }

    @Override
    public void close() {
        reader.shutdownNow();
    }
}
