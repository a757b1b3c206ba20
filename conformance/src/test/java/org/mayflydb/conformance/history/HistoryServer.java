package org.mayflydb.conformance.history;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Instant;
import org.mayflydb.base.MovableClock;
import org.mayflydb.base.SystemTime;
import org.mayflydb.database.Engine;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.server.MayflyServer;
import org.mayflydb.server.ServerSettings;
import org.mayflydb.server.auth.AccountKeys;
import org.mayflydb.server.http.HttpSettings;
import org.mayflydb.server.transport.ServerCertificate;
import org.mayflydb.storage.Durability;

/** A server with a clock that stands still until it is moved. It says its port, and lives until it is killed. */
final class HistoryServer {
    private HistoryServer() {}

    /** Takes the directory, the second that it is, and the durability. */
    public static void main(String[] arguments) throws IOException {
        MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(Long.parseLong(arguments[1])));
        Engine engine = Mayfly.builder()
                .clock(clock)
                .durability(Durability.valueOf(arguments[2]))
                .open(Path.of(arguments[0]))
                .engine();
        HttpSettings http =
                new HttpSettings("127.0.0.1", 0, () -> ServerCertificate.inMemory("localhost", SystemTime.source()));
        MayflyServer server = MayflyServer.start(
                new MayflyServer.Parts(engine, clock, AccountKeys.of(ServerSettings.WELL_KNOWN_KEY), http, false));
        System.out.println(server.port());
        // It must not outlive whoever started it; the input ends when that one does.
        System.in.transferTo(OutputStream.nullOutputStream());
        Runtime.getRuntime().halt(1);
    }
}
